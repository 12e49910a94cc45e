import { readFile } from 'node:fs/promises';
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';
import type { Clock } from '../../foundation/clock.ts';
import { examine } from '../../foundation/shape/examine.ts';
import { recordOf } from '../../foundation/shape/schemas.ts';
import { clientDefaults, outermost } from '../aws/clients.ts';
import { answered } from '../aws/unavailable.ts';
import { missingSecret, readJson, remembered, secretOf } from './secret-text.ts';
import type { Secrets } from './secrets.ts';

/** Like the clients of adapters/aws/clients.ts, but loaded only where a secret is read. */
export const secretsManagerClient = (config: SecretsManagerClientConfig = {}): SecretsManagerClient => {
  const client = new SecretsManagerClient({ ...clientDefaults, ...config });
  client.middlewareStack.add((next) => (request) => answered('Secrets Manager', () => next(request)), outermost);
  return client;
};

export const secretsManager = (client: SecretsManagerClient, clock: Clock): Secrets =>
  remembered(clock, async (name) => {
    try {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }));
      return secretOf(name, readJson(SecretString ?? ''));
    } catch (error) {
      if (error instanceof ResourceNotFoundException) throw missingSecret(name);
      throw error;
    }
  });

/** One JSON file with an object by secret name. It replaces Secrets Manager and Parameter Store on a laptop. */
export const secretsFile = (path: string, clock: Clock): Secrets =>
  remembered(clock, async (name) => {
    const all = examine(recordOf(v.string(), v.unknown()), readJson(await readFile(path, 'utf8')));
    if (!all.ok) throw new Error('SECRETS_FILE is not a JSON object: expected {"<name>": {"<key>": "<value>"}}');
    if (!(name in all.value)) throw missingSecret(name);
    return secretOf(name, all.value[name]);
  });
