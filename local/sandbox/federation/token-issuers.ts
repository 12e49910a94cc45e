/** How the configuration changes when the service acts on behalf of its users: docs/decisions/0010. */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { examine } from '../../../src/foundation/shape/examine.ts';
import { readJson, writeJson } from '../files.ts';
import type { Sandbox, SandboxProvider } from '../sandbox.ts';
import { client, clusterClient } from './token-endpoint.ts';

const secretName = 'token-exchange';
const stored = v.object({ encryptionKey: v.string() });

/** The key outlives the process, because the data that it encrypts does too. */
const encryptionKey = (directory: string | undefined): string => {
  const path = directory && join(directory, 'token-key.json');
  const known = examine(stored, path && readJson(path));
  if (known.ok) return known.value.encryptionKey;
  const made = randomBytes(32).toString('base64');
  if (path) writeJson(path, { encryptionKey: made });
  return made;
};

type Changed = Pick<Sandbox, 'trustedIssuers' | 'providers' | 'secrets'>;

/**
 * Tokens are exchanged at `tokenEndpoint`. The Infrastructure Manager and the second cloud accept the user's token. The
 * first cloud keeps its password, and gets a second provider with the credentials that users store in Vault.
 */
export const withTokenExchange = (
  before: Changed,
  imSecret: string,
  tokenEndpoint: string,
  directory?: string,
): Changed => ({
  trustedIssuers: before.trustedIssuers.map((issuer) => ({
    ...issuer,
    tokenExchange: { clientId: client.id, secret: secretName, tokenEndpoint, clusterClientId: clusterClient.id },
  })),
  providers: before.providers.flatMap((provider, index) =>
    index === 0 ? [provider, ownAccount(provider)] : [withToken(provider)],
  ),
  secrets: {
    ...before.secrets,
    [imSecret]: { type: 'InfrastructureManager' },
    [secretName]: {
      clientSecret: client.secret,
      clusterClientSecret: clusterClient.secret,
      encryptionKey: encryptionKey(directory),
    },
  },
});

const withToken = ({ secret: _, credentials, ...provider }: SandboxProvider): SandboxProvider => ({
  ...provider,
  credentials: { ...credentials, tenant: 'openid', username: 'sandbox-idp', auth_version: '3.x_oidc_access_token' },
});

const ownAccount = ({ credentials = {}, ...provider }: SandboxProvider): SandboxProvider => {
  const { id: _, ...line } = credentials;
  return {
    id: 'sandbox-own',
    name: 'Sandbox Own Account',
    priority: provider.priority,
    credentials: line,
    vault: true,
  };
};
