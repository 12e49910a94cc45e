import { describe, expect, it } from 'vitest';
import { parametersOf, pathOf, removeParameters } from '../../../src/adapters/cloudformation/parameters.ts';
import { packedSecret } from '../../../src/domain/cloudformation/software/secret-inputs.ts';
import { fakeSession, refused } from './fake-session.ts';

const stackId = 'arn:aws:cloudformation:eu-west-1:111111111111:stack/toscanini-1-1/0a1b';
const secret = { revision: 'r', value: 'word' };
const put = { name: '/toscanini/operations/toscanini-1-1/0a1b/x', machineId: 'i-1', input: 'WORD', isNew: true };

/** Parameters by name, ten on a page. */
const holding = (names: readonly string[], Value = '') =>
  fakeSession({
    GetParametersByPath: ({ NextToken }) => {
      const from = Number(NextToken ?? 0);
      const next = from + 10;
      return {
        Parameters: names.slice(from, next).map((Name) => ({ Name, Value })),
        ...(next < names.length && { NextToken: String(next) }),
      };
    },
    DeleteParameters: () => ({}),
    PutParameter: () => ({}),
  });

describe('the parameters of a stack', () => {
  it('lie below a path that no other stack has, also none of the same name', () => {
    expect(pathOf(stackId)).toBe('/toscanini/operations/toscanini-1-1/0a1b');
    for (const other of [
      'toscanini-1-1',
      '',
      'arn:aws:s3:::bucket/a/b',
      'arn:aws:cloudformation:r:1:stack/only-a-name',
    ])
      expect(() => pathOf(other)).toThrow(`${other} is no id of a stack`);
  });

  it('are read decrypted, of all pages; a value of somebody else is like none', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `p-${index}`);
    const { session, asked } = holding(names, packedSecret(secret));
    const found = await parametersOf(session, stackId).list();
    expect([...found.keys()]).toEqual(names);
    expect(found.get('p-10')).toEqual(secret);
    const usual = { Path: pathOf(stackId), WithDecryption: true, Recursive: true, MaxResults: 10 };
    expect(asked.map(({ input }) => input)).toEqual([usual, { ...usual, NextToken: '10' }]);
    const foreign = await parametersOf(holding(['p'], 'not ours').session, stackId).list();
    expect(foreign.get('p')).toEqual({ revision: '', value: null });
  });

  it('are quoted by no error when the answer with them cannot be read', async () => {
    const broken = () => {
      throw Object.assign(new SyntaxError(`Unexpected token 'x', ..."${packedSecret(secret)}x" is not valid JSON`), {
        $metadata: { httpStatusCode: 200 },
      });
    };
    const { session } = fakeSession({ GetParametersByPath: broken });
    const error = await parametersOf(session, stackId)
      .list()
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'ProviderUnavailableError' });
    expect((error as Error).message).not.toContain(packedSecret(secret));
    expect((error as Error).cause).toBeUndefined();
  });

  it('that are new name the only machine that may read them; others are written over', async () => {
    const { session, asked } = holding([]);
    await parametersOf(session, stackId).put(put as never, secret);
    await parametersOf(session, stackId).put({ ...put, isNew: false } as never, secret);
    const usual = { Name: put.name, Value: packedSecret(secret), Type: 'SecureString' };
    expect(asked.map(({ input }) => input)).toEqual([
      { ...usual, Tags: [{ Key: 'toscanini:machine', Value: 'arn:aws:ec2:eu-west-1:111111111111:instance/i-1' }] },
      { ...usual, Overwrite: true },
    ]);
  });

  it('that another look has just put are no failure, and any other refusal is one that does not quote the secret', async () => {
    const puts = (name: string) => {
      const { session } = fakeSession({
        PutParameter: ({ Value }) => {
          throw refused(name, `refused ${Value}`);
        },
      });
      return parametersOf(session, stackId).put(put as never, secret);
    };
    await expect(puts('ParameterAlreadyExists')).resolves.toBeUndefined();
    const error = (await puts('ParameterLimitExceeded').catch((caught: unknown) => caught)) as Error;
    expect(error.name).toBe('ProviderFailedError');
    expect(error.message).not.toContain(packedSecret(secret));
  });

  it('are removed by one call where they are ten', async () => {
    const { session, asked } = holding(Array.from({ length: 10 }, (_, index) => `p-${index}`));
    await removeParameters(session, stackId);
    expect(asked.filter(({ call }) => call === 'DeleteParameters')).toHaveLength(1);
  });

  it('are removed ten at a time, without being read', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `p-${index}`);
    const { session, asked } = holding(names);
    await removeParameters(session, stackId);
    const reads = asked.filter(({ call }) => call === 'GetParametersByPath');
    expect(reads.map(({ input }) => input['WithDecryption'])).toEqual([false, false]);
    expect(asked.filter(({ call }) => call === 'DeleteParameters').map(({ input }) => input['Names'])).toEqual([
      names.slice(0, 10),
      names.slice(10),
    ]);
  });

  it('are not looked for where an id is none of a stack', async () => {
    const { session, asked } = holding(['p']);
    await removeParameters(session, 'toscanini-1-1');
    expect(asked).toEqual([]);
  });
});
