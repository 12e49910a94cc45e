import { GetParameterCommand, ParameterNotFound, SSMClient, type SSMClientConfig } from '@aws-sdk/client-ssm';
import type { Clock } from '../../foundation/clock.ts';
import { clientDefaults, outermost } from '../aws/clients.ts';
import { answered } from '../aws/unavailable.ts';
import { missingSecret, readJson, remembered, secretOf } from './secret-text.ts';
import { parameterOf, type Secrets } from './secrets.ts';

/** Like the clients of adapters/aws/clients.ts, but loaded only where a parameter is read. */
export const parameterStoreClient = (config: SSMClientConfig = {}): SSMClient => {
  const client = new SSMClient({ ...clientDefaults, ...config });
  client.middlewareStack.add((next) => (request) => answered('Parameter Store', () => next(request)), outermost);
  return client;
};

/** Secrets in parameters of Systems Manager, mostly of the type SecureString. Their names start with `ssm:/`. */
export const parameterStore = (client: SSMClient, clock: Clock): Secrets =>
  remembered(clock, async (name) => {
    try {
      const { Parameter } = await client.send(
        new GetParameterCommand({ Name: parameterOf(name), WithDecryption: true }),
      );
      return secretOf(name, readJson(Parameter?.Value ?? ''));
    } catch (error) {
      if (error instanceof ParameterNotFound) throw missingSecret(name);
      throw error;
    }
  });
