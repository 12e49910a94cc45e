import { readFile } from 'node:fs/promises';
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';
import type { Clock } from '../domain/deployments/ports.ts';
import { ProviderFailedError } from '../domain/errors.ts';
import { examine } from '../domain/shape/examine.ts';
import { number, recordOf } from '../domain/shape/schemas.ts';
import { outermost, patience } from './aws.ts';
import type { Secret, Secrets } from './secrets.ts';
import { answered } from './unavailable.ts';

/** As the clients of aws.ts, but only where a secret is read. */
export const secretsManagerClient = (config: SecretsManagerClientConfig = {}): SecretsManagerClient => {
  const client = new SecretsManagerClient({ ...patience, ...config });
  client.middlewareStack.add((next) => (request) => answered('Secrets Manager', () => next(request)), outermost);
  return client;
};

/** Short enough for a rotation to take effect while a deployment runs, long enough for one read per function and burst. */
const keptMs = 5 * 60 * 1_000;

const secretSchema = recordOf(v.string(), v.pipe(v.union([v.string(), number, v.boolean()]), v.transform(String)));

export const secretsManager = (client: SecretsManagerClient, clock: Clock): Secrets =>
  remembered(clock, async (name) => {
    try {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }));
      return parse(name, readJson(SecretString ?? ''));
    } catch (error) {
      if (error instanceof ResourceNotFoundException) throw missing(name);
      throw error;
    }
  });

/** One JSON file, an object by secret name, in Secrets Manager's place on a laptop. */
export const secretsFile = (path: string, clock: Clock): Secrets =>
  remembered(clock, async (name) => {
    const all = examine(recordOf(v.string(), v.unknown()), readJson(await readFile(path, 'utf8')));
    if (!all.ok) throw new Error('SECRETS_FILE is no JSON object: expected {"<name>": {"<key>": "<value>"}}');
    if (!(name in all.value)) throw missing(name);
    return parse(name, all.value[name]);
  });

/** Undefined for what is no JSON: the parser's own message would show a piece of the text. */
const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const parse = (name: string, value: unknown): Secret => {
  const examined = examine(secretSchema, value);
  if (examined.ok) return examined.value;
  throw new ProviderFailedError(`secret ${name} has the wrong form: expected a flat JSON object of texts`);
};

const missing = (name: string): ProviderFailedError =>
  new ProviderFailedError(`there is no secret ${name}: make it, or mend the configuration that names it`);

/** Those who ask at the same time share one read; a failed read is not remembered. */
const remembered = (clock: Clock, read: Secrets['read']): Secrets => {
  const known = new Map<string, { readonly secret: Promise<Secret>; readonly until: number }>();
  return {
    read: async (name) => {
      const now = clock.now().getTime();
      const found = known.get(name);
      if (found && now < found.until) return found.secret;
      const secret = read(name);
      known.set(name, { secret, until: now + keptMs });
      try {
        return await secret;
      } catch (error) {
        if (known.get(name)?.secret === secret) known.delete(name);
        throw error;
      }
    },
  };
};
