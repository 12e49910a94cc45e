import * as v from 'valibot';
import { VaultError } from '../../foundation/errors.ts';
import { recordOf } from '../../foundation/shape/schemas.ts';
import { RestError } from '../rest/client.ts';
import { type FederationClientOptions, federationClient, statusOf } from './client.ts';

export interface VaultOptions extends FederationClientOptions {
  /** role of the JWT login; absent: the login's default role at this Vault */
  readonly role?: string | undefined;
}

/** Reads the credentials that users have stored for providers. UnavailableError, VaultError. */
export interface Vault {
  /** `expired`: the token is no longer valid, but another one might be */
  credentials(token: string, serviceId: string): Promise<Readonly<Record<string, string>> | 'expired'>;
}

const loginSchema = v.object({ auth: v.object({ client_token: v.string(), entity_id: v.string() }) });
const asText = v.pipe(v.unknown(), v.toString('expected a text'));
const secretSchema = v.object({ data: v.object({ data: recordOf(v.string(), asText) }) });

/**
 * Where users store credentials, below their own entity in the KV store, version 2 (docs/contract/federation.md, "Vault").
 */
const folder = 'services_credential';

/** HashiCorp Vault: logs in with the user's token, then reads what the user stored for one service. */
export const vault = ({ role, ...options }: VaultOptions): Vault => {
  const client = federationClient('Vault', VaultError, options);
  const login = async (jwt: string) => {
    const body = JSON.stringify({ jwt, ...(role && { role }) });
    const headers = { 'Content-Type': 'application/json' };
    return (await client.read({ method: 'POST', path: '/v1/auth/jwt/login', headers, body }, loginSchema)).auth;
  };
  return {
    credentials: async (token, serviceId) => {
      try {
        const { client_token, entity_id } = await login(token);
        const path = `/v1/secret/data/${[entity_id, folder, serviceId].map(encodeURIComponent).join('/')}`;
        const headers = { 'X-Vault-Token': client_token };
        return (await client.read({ method: 'GET', path, headers }, secretSchema)).data.data;
      } catch (error) {
        if (isExpired(error)) return 'expired';
        if (statusOf(error) !== 404) throw error;
        throw new VaultError(`Vault has no credentials of yours for ${serviceId}: store them there, then try again`, {
          cause: error,
        });
      }
    },
  };
};

/** Vault answers 400 to an expired token, and only the text says why. */
const isExpired = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof RestError &&
  error.cause.status === 400 &&
  /expired/i.test(error.cause.text);
