import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { storedSecrets } from '../../../src/adapters/secrets/stored-secrets.ts';
import { UnavailableError } from '../../../src/foundation/errors.ts';
import { settableClock } from '../tables/samples.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stored-secrets-'));
});
afterAll(() => rm(directory, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

describe('secrets without a file', () => {
  // nothing listens there, so the error says which store was asked
  it.each([
    ['team/clouds/one', 'Secrets Manager'],
    ['ssm:/team/clouds/one', 'Parameter Store'],
  ])('are in the store that their name says: %s', async (name, store) => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9');
    vi.stubEnv('AWS_REGION', 'eu-south-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    const error = await storedSecrets(undefined, settableClock())
      .read(name)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ message: expect.stringContaining(store) });
  });
});

describe('secrets with a file', () => {
  it('are all in the file, whatever store their name says, and are read once in five minutes', async () => {
    const path = join(directory, 'secrets.json');
    await writeFile(path, '{"one":{"a":"1"},"ssm:/two":{"b":"2"}}');
    const clock = settableClock();
    const secrets = storedSecrets(path, clock);
    expect([await secrets.read('one'), await secrets.read('ssm:/two')]).toEqual([{ a: '1' }, { b: '2' }]);
    await writeFile(path, '{"one":{"a":"changed"}}');
    expect(await secrets.read('one')).toEqual({ a: '1' });
    clock.set(300);
    expect(await secrets.read('one')).toEqual({ a: 'changed' });
  });
});
