import { inspect } from 'node:util';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deployments } from '../../src/domain/deployments/record/ports.ts';
import { OutOfProvidersError, ProviderFailedError } from '../../src/foundation/errors.ts';
import { log } from '../../src/foundation/log.ts';
import { tracedDeployments } from '../../src/observability/traced.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { sampleDeployment } from '../http/samples.ts';

const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJvbGdhIn0.c2lnbmF0dXJl';
const context = { functionName: 'poll-attempt', awsRequestId: 'lambda-1' } as Context;

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  const take = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(take);
  vi.spyOn(process.stderr, 'write').mockImplementation(take);
});
afterEach(() => vi.restoreAllMocks());

const thrownBy = async (work: () => unknown): Promise<Error> => {
  const step = task(v.object({}), () => async () => work());
  try {
    await onLambda(step, {})({ deploymentId: 'd-1' }, context);
  } catch (error) {
    return error as Error;
  }
  throw new Error('it threw nothing');
};

/** As Lambda's runtime prints what a handler throws: name, message, stack and every enumerable field, of causes too. */
const printed = (thrown: unknown): string =>
  JSON.stringify(thrown, (_, value) =>
    value instanceof Error
      ? { errorType: value.name, errorMessage: value.message, stack: value.stack?.split('\n'), ...value }
      : value,
  );

/** An error with a secret in everything that an error has. */
const leaking = (): Error => {
  const cause = Object.assign(new Error(`the header was Bearer ${token}`), { response: { headers: { token } } });
  const error = new ProviderFailedError(`it refused "password = 'hunter2'" and ${token}`, { cause });
  return Object.assign(error, { config: { authorization: `Bearer ${token}` }, [Symbol('token')]: token });
};

describe('what leaves a function that fails', () => {
  it('has no secret, neither of its message nor of its cause, its fields and its stack', async () => {
    const thrown = await thrownBy(() => Promise.reject(leaking()));
    for (const seen of [printed(thrown), inspect(thrown, { depth: 9, showHidden: true }), written.join('\n')])
      for (const secret of ['hunter2', token.slice(0, 12), token.slice(-8)]) expect(seen).not.toContain(secret);
    expect(thrown.message).toBe('it refused "password = \'********\'" and ********');
  });

  it('has no secret of a deployment that was read on the way, in the words of a provider', async () => {
    const deployment = sampleDeployment({ parameters: { greeting: 'correct horse' }, secretInputs: ['greeting'] });
    const deployments = tracedDeployments({ find: async () => deployment } as unknown as Deployments);
    const thrown = await thrownBy(async () => {
      await deployments.find(deployment.id);
      log('INFO', 'asked', { detail: 'greeting = "correct horse"' });
      throw new ProviderFailedError('it refused the greeting "correct horse"', { cause: new Error('correct horse') });
    });
    expect(thrown.message).toBe('it refused the greeting "********"');
    expect([...written, printed(thrown)].join()).not.toContain('correct horse');
    expect((await thrownBy(() => Promise.reject(new Error('correct horse')))).message).toBe('correct horse');
  });

  it('is the name that workflows match on, the message and the place, and nothing else', async () => {
    const thrown = await thrownBy(() => Promise.reject(leaking()));
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown.name).toBe('ProviderFailedError');
    expect(Object.keys(thrown)).toEqual([]);
    expect(Object.getOwnPropertySymbols(thrown)).toEqual([]);
    expect(thrown.cause).toBeUndefined();
    expect(thrown.stack).toMatch(/^ProviderFailedError\n {4}at leaking .*lambda\.test\.ts/);
    const plain = await thrownBy(() => Promise.reject(new OutOfProvidersError('none is left\nof two')));
    expect([plain.name, plain.message]).toEqual(['OutOfProvidersError', 'none is left\nof two']);
  });

  it('is bounded, and an error also where none was thrown', async () => {
    const long = await thrownBy(() => Promise.reject(new Error('x'.repeat(100_000))));
    expect(printed(long).length).toBeLessThan(20_000);
    const word = await thrownBy(() => Promise.reject(`token: ${token}`));
    expect([word.name, word.message]).toEqual(['string', 'token: ********']);
  });

  it('has its causes and the ids in a line of our own', async () => {
    await thrownBy(() => Promise.reject(leaking()));
    const [line] = written.map((text) => JSON.parse(text));
    expect(line).toMatchObject({
      level: 'WARN',
      message: 'step',
      deploymentId: 'd-1',
      requestId: 'lambda-1',
      error: { name: 'ProviderFailedError', causes: [{ name: 'Error', detail: 'the header was Bearer ********' }] },
    });
  });

  it('is told and masked when it was not even begun, and it is begun anew with the next event', async () => {
    const values = [`{"token":"${token}"}`, '[]'];
    const lazy = {
      providers: () => {
        const value = values.shift() ?? '';
        if (value.startsWith('{')) throw new Error(`PROVIDERS is ${value}, which is no list`);
        return value;
      },
    };
    const handler = onLambda(
      ({ providers }: { providers: string }) =>
        async () =>
          providers,
      lazy,
    );
    await expect(handler({}, context)).rejects.toThrow('PROVIDERS is {"token":"********"}, which is no list');
    expect(written.map((text) => JSON.parse(text))).toMatchObject([
      { level: 'ERROR', message: 'not started', requestId: 'lambda-1', cold_start: true, error: { name: 'Error' } },
    ]);
    expect(written.join()).not.toContain(token);
    expect(await handler({}, context)).toBe('[]');
  });
});
