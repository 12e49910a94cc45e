import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OIDC provider as far as the Infrastructure Manager asks one: whose token is it, and is it good? */
export interface Issuer {
  readonly url: string;
  /** an access token of this user that lasts so many seconds */
  token(subject: string, seconds: number): string;
  stop(): Promise<void>;
}

/** It signs nothing: the Infrastructure Manager believes what the issuer's user information says of a token. */
export const startIssuer = async (): Promise<Issuer> => {
  const server = createServer(({ url: path, headers }, answer) => {
    const found = path === '/userinfo' ? userOf(headers.authorization) : discovery(url);
    answer.writeHead(found === undefined ? 401 : 200, { 'Content-Type': 'application/json' });
    answer.end(JSON.stringify(found ?? { error: 'invalid_token' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token: (sub, seconds) => {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: url, sub, iat: now, exp: now + seconds };
      return [{ alg: 'RS256', typ: 'JWT' }, claims, 'signature'].map(encoded).join('.');
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const discovery = (url: string) => ({
  issuer: url,
  userinfo_endpoint: `${url}/userinfo`,
  introspection_endpoint: `${url}/introspect`,
});

const userOf = (authorization = ''): { readonly sub: string } | undefined => {
  const [, claims = ''] = authorization.replace(/^Bearer /, '').split('.');
  const { sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string; exp: number };
  return exp * 1000 > Date.now() ? { sub } : undefined;
};
