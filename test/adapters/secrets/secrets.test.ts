import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parameterStore } from '../../../src/adapters/secrets/parameter-store.ts';
import { remembered } from '../../../src/adapters/secrets/secret-text.ts';
import { type Secret, secretMember } from '../../../src/adapters/secrets/secrets.ts';
import { secretsFile, secretsManager } from '../../../src/adapters/secrets/secrets-manager.ts';
import type { Clock } from '../../../src/foundation/clock.ts';
import { ProviderFailedError } from '../../../src/foundation/errors.ts';
import { settableClock } from '../tables/samples.ts';

const client = new SecretsManagerClient({ region: 'eu-south-1' });
const manager = mockClient(client);
const parameterClient = new SSMClient({ region: 'eu-south-1' });
const parameters = mockClient(parameterClient);
const nothing = { message: '', $metadata: {} };
const parameter = (text: string) => ({ Parameter: { Value: text } });
const value = (text: string) => ({ SecretString: text });
const messageOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => new Error('nothing failed'),
    (reason: Error) => reason,
  );
  return `${error.name}: ${error.message}`;
};

beforeEach(() => {
  manager.reset();
  parameters.reset();
});

/** Two stores with one behaviour: `answer` is what they say to the first read, and to all after it. */
const stores = {
  'Secrets Manager': {
    name: 'cloud',
    make: (clock: Clock) => secretsManager(client, clock),
    answer: (first: string, then = first) =>
      manager.on(GetSecretValueCommand, { SecretId: 'cloud' }).resolvesOnce(value(first)).resolves(value(then)),
    missing: () => manager.on(GetSecretValueCommand).rejects(new ResourceNotFoundException(nothing)),
    failOnce: (then: string) => manager.on(GetSecretValueCommand).rejectsOnce(new Error('busy')).resolves(value(then)),
  },
  'Parameter Store': {
    name: 'ssm:/toscanini/providers/cloud',
    make: (clock: Clock) => parameterStore(parameterClient, clock),
    answer: (first: string, then = first) =>
      parameters
        .on(GetParameterCommand, { Name: '/toscanini/providers/cloud', WithDecryption: true })
        .resolvesOnce(parameter(first))
        .resolves(parameter(then)),
    missing: () => parameters.on(GetParameterCommand).rejects(new ParameterNotFound(nothing)),
    failOnce: (then: string) =>
      parameters.on(GetParameterCommand).rejectsOnce(new Error('busy')).resolves(parameter(then)),
  },
};

describe.each(Object.entries(stores))('secrets from %s', (_, { name, make, answer, missing, failOnce }) => {
  it('are read by name, once in five minutes', async () => {
    answer('{"password":"old","port":5000,"verify":false}', '{"password":"new"}');
    const clock = settableClock();
    const secrets = make(clock);
    const old = { password: 'old', port: '5000', verify: 'false' };
    expect(await Promise.all([secrets.read(name), secrets.read(name)])).toEqual([old, old]);
    clock.set(299);
    expect(await secrets.read(name)).toEqual(old);
    clock.set(300);
    expect(await secrets.read(name)).toEqual({ password: 'new' });
  });

  it('are asked for again after a failure', async () => {
    failOnce('{"a":"b"}');
    const secrets = make(settableClock());
    await expect(secrets.read(name)).rejects.toThrow('busy');
    expect(await secrets.read(name)).toEqual({ a: 'b' });
  });

  it('are not forgotten since a read failed that began earlier', async () => {
    const { promise: failing, reject } = Promise.withResolvers<Secret>();
    const reads = [() => failing, async () => ({ a: 'new' }), async () => ({ a: 'newer' })];
    const clock = settableClock();
    const secrets = remembered(clock, async () => reads.shift()?.() ?? failing);
    const first = secrets.read(name).catch((error: Error) => error.message);
    clock.set(300);
    expect(await secrets.read(name)).toEqual({ a: 'new' });
    reject(new Error('too late'));
    expect(await first).toBe('too late');
    expect(await secrets.read(name)).toEqual({ a: 'new' });
  });

  it('are read anew where those in memory were refused', async () => {
    answer('{"a":"old"}', '{"a":"new"}');
    const secrets = make(settableClock());
    expect(await secrets.read(name)).toEqual({ a: 'old' });
    expect(await secrets.read(name, { fresh: true })).toEqual({ a: 'new' });
    expect(await secrets.read(name)).toEqual({ a: 'new' });
  });

  it('that are not there are named', async () => {
    missing();
    const message = await messageOf(make(settableClock()).read(name));
    expect(message).toContain(`ProviderFailedError: there is no secret ${name}`);
  });

  for (const text of ['hunter2', '["hunter2"]', '{"password":{"is":"hunter2"}}', '{"password":"hunter2"', '']) {
    it(`in the form ${text} are refused, and not shown`, async () => {
      answer(text);
      const message = await messageOf(make(settableClock()).read(name));
      expect(message).toContain(`ProviderFailedError: secret ${name} has the wrong form`);
      expect(message).not.toContain('hunter2');
    });
  }
});

describe('secrets from a file', () => {
  let directory: string;
  const file = async (text: string) => {
    const path = join(directory, 'secrets.json');
    await writeFile(path, text);
    return secretsFile(path, settableClock());
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'secrets-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('are read by name', async () => {
    expect(await (await file('{"im":{"username":"u"},"other":1}')).read('im')).toEqual({ username: 'u' });
  });

  it('that are not there are named', async () => {
    await expect((await file('{}')).read('im')).rejects.toThrow(ProviderFailedError);
    await expect((await file('{}')).read('toString')).rejects.toThrow(ProviderFailedError);
  });

  it('in a file that is no JSON object are refused, and not shown', async () => {
    const message = await messageOf((await file('{"im": hunter2')).read('im'));
    expect(message).toMatch(/SECRETS_FILE is not a JSON object/);
    expect(message).not.toContain('hunter2');
  });
});

describe('one member of a secret', () => {
  const secrets = { read: async () => ({ key: 'k', empty: '' }) };

  it('is read, and named when it is not there', async () => {
    expect(await secretMember(secrets, 'callbacks', 'key')).toBe('k');
    for (const member of ['empty', 'other'])
      await expect(secretMember(secrets, 'callbacks', member)).rejects.toThrow(`secret callbacks has no "${member}"`);
  });
});
