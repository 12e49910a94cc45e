import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secretsFile, secretsManager } from '../../src/adapters/secret-store.ts';
import { secretMember } from '../../src/adapters/secrets.ts';
import { ProviderFailedError } from '../../src/domain/errors.ts';
import { settableClock } from './tables/samples.ts';

const client = new SecretsManagerClient({ region: 'eu-south-1' });
const manager = mockClient(client);
const value = (text: string) => ({ SecretString: text });
const messageOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => new Error('nothing failed'),
    (reason: Error) => reason,
  );
  return `${error.name}: ${error.message}`;
};

beforeEach(() => manager.reset());

describe('secrets from Secrets Manager', () => {
  it('are read by name, once in five minutes', async () => {
    manager
      .on(GetSecretValueCommand, { SecretId: 'cloud' })
      .resolvesOnce(value('{"password":"old","port":5000,"verify":false}'))
      .resolves(value('{"password":"new"}'));
    const clock = settableClock();
    const secrets = secretsManager(client, clock);
    const old = { password: 'old', port: '5000', verify: 'false' };
    expect(await Promise.all([secrets.read('cloud'), secrets.read('cloud')])).toEqual([old, old]);
    clock.set(299);
    expect(await secrets.read('cloud')).toEqual(old);
    clock.set(300);
    expect(await secrets.read('cloud')).toEqual({ password: 'new' });
  });

  it('are asked for again after a failure', async () => {
    manager.on(GetSecretValueCommand).rejectsOnce(new Error('busy')).resolves(value('{"a":"b"}'));
    const secrets = secretsManager(client, settableClock());
    await expect(secrets.read('cloud')).rejects.toThrow('busy');
    expect(await secrets.read('cloud')).toEqual({ a: 'b' });
  });

  it('that are not there are named', async () => {
    manager.on(GetSecretValueCommand).rejects(new ResourceNotFoundException({ message: '', $metadata: {} }));
    const message = await messageOf(secretsManager(client, settableClock()).read('cloud'));
    expect(message).toMatch(/^ProviderFailedError: there is no secret cloud/);
  });

  for (const text of ['hunter2', '["hunter2"]', '{"password":{"is":"hunter2"}}', '{"password":"hunter2"', '']) {
    it(`in the form ${text} are refused, and not shown`, async () => {
      manager.on(GetSecretValueCommand).resolves(value(text));
      const message = await messageOf(secretsManager(client, settableClock()).read('cloud'));
      expect(message).toMatch(/^ProviderFailedError: secret cloud has the wrong form/);
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
    expect(message).toMatch(/SECRETS_FILE is no JSON object/);
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
