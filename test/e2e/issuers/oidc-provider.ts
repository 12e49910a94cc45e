import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { Issuer } from './issuer.ts';

/** oidc-provider: it demands PKCE, and takes each refresh token once. */
export const startOidcProvider = async (algorithm: string): Promise<Issuer> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const changeKeys = async (): Promise<void> => {
    const provider = new Provider(url, configuration(algorithm));
    server.removeAllListeners('request').on('request', provider.callback());
  };
  await changeKeys();
  return {
    ...{ name: `oidc-provider, ${algorithm}`, url, clientId: 'toscanini', scope: 'openid api offline_access' },
    hasDeviceFlow: true,
    changeKeys,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const keyFor = (alg: string): object => {
  const pair = alg.startsWith('ES')
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : alg.startsWith('Ed')
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...pair.privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg, use: 'sig' };
};

const grants = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'];

const configuration = (alg: string): object => ({
  jwks: { keys: [keyFor(alg)] },
  cookies: { keys: ['of-a-test'] },
  clients: [
    {
      ...{ client_id: 'toscanini', application_type: 'native', token_endpoint_auth_method: 'none' },
      ...{ redirect_uris: ['http://127.0.0.1/'], grant_types: grants, response_types: ['code'] },
      id_token_signed_response_alg: alg,
    },
  ],
  enabledJWA: { idTokenSigningAlgValues: [alg] },
  scopes: ['openid', 'offline_access', 'api'],
  pkce: { required: () => true },
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  findAccount: async (_: unknown, accountId: string) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  features: {
    deviceFlow: { enabled: true },
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => 'https://toscanini.example',
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        ...{ scope: 'api', audience: 'toscanini', accessTokenFormat: 'jwt', accessTokenTTL: 600 },
        jwt: { sign: { alg } },
      }),
    },
  },
});
