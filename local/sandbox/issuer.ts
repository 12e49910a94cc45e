/**
 * The sandbox's OIDC issuer: oauth2-mock-server on loopback, with the claims of this service's tokens.
 *
 * Its token endpoint gives a token to everybody who asks (RFC 6749 section 4.3, `grant_type=password`; `username` is the
 * subject). Two more form fields set the groups: `groups` (comma-separated) and `administrator` (`true`).
 */

import { AssertionError } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { JwtVerifier } from 'aws-jwt-verify';
import { JwtBaseError } from 'aws-jwt-verify/error';
import { Events, type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server';
import * as v from 'valibot';
import { conform, examine, listed } from '../../src/foundation/shape/examine.ts';
import { address, numeric, objectOf, recordOf, text, wholeNumber } from '../../src/foundation/shape/schemas.ts';
import { readJson, writeJson } from './files.ts';
import { listening } from './listen.ts';

export const administrators = 'administrators';
export const audience = 'toscanini';

export interface TokenOptions {
  /** default: `developer` */
  readonly subject?: string;
  readonly groups?: readonly string[];
  /** true: a member of the administrators' group */
  readonly administrator?: boolean;
  /** default: a day, so that a laptop's token lasts for a working day; a negative value makes an expired token */
  readonly expiresInSeconds?: number;
}

export interface Issuer {
  /**
   * `iss` of its tokens. With a data directory it stays the first address, because stored deployments belong to users of
   * that issuer
   */
  readonly url: string;
  /** the present address */
  readonly address: string;
  readonly jwksUri: string;
  token(options?: TokenOptions): Promise<string>;
  /** returns the claims of a token that this issuer signed and that has not expired; throws for any other */
  verify(token: string): { readonly [claim: string]: unknown };
  stop(): Promise<void>;
}

const day = 24 * 60 * 60;
const jwksPath = '/.well-known/jwks.json';
const keys = v.object({ keys: v.pipe(v.array(recordOf(v.string(), v.unknown())), v.nonEmpty()) });

const stored = v.object({ url: address });

const form = objectOf({
  username: v.optional(text, 'developer'),
  groups: v.optional(v.string(), ''),
  administrator: v.optional(v.picklist(['true', 'false']), 'false'),
  expires_in: v.optional(v.pipe(numeric, wholeNumber), day),
});

function claims(iss: string, options: TokenOptions): Record<string, unknown> {
  const subject = options.subject ?? 'developer';
  const groups = [...(options.groups ?? []), ...(options.administrator ? [administrators] : [])];
  return {
    iss,
    sub: subject,
    aud: audience,
    jti: randomUUID(), // without it two tokens of the same second would be equal (RFC 9068 section 2.2)
    preferred_username: subject,
    name: subject,
    email: `${encodeURIComponent(subject)}@sandbox.example`,
    groups: [...new Set(groups)],
  };
}

function fromForm(body: unknown): TokenOptions {
  const examined = examine(form, body);
  // the library answers 400 to this error and 500 to any other
  if (!examined.ok) throw new AssertionError({ message: listed(examined.mistakes) });
  const { username, groups, administrator, expires_in } = examined.value;
  return {
    subject: username,
    groups: groups.split(',').filter((group) => group !== ''),
    administrator: administrator === 'true',
    expiresInSeconds: expires_in,
  };
}

/** The keys outlive the process, so that a token stays valid after a restart. */
async function loadKeys(server: OAuth2Server, dataDirectory: string | undefined): Promise<void> {
  const path = dataDirectory && join(dataDirectory, 'issuer-keys.json');
  const stored = path && readJson(path);
  if (stored) {
    for (const key of conform(keys, stored).keys) await server.issuer.keys.add(key);
    return;
  }
  await server.issuer.keys.generate('RS256');
  if (path) writeJson(path, { keys: server.issuer.keys.toJSON(true) });
}

/** The issuer's name. It must not change with PORT, or all users would become other users. */
function nameOf(address: string, dataDirectory: string | undefined): string {
  const path = dataDirectory && join(dataDirectory, 'issuer.json');
  if (!path) return address;
  const known = examine(stored, readJson(path));
  if (known.ok) return known.value.url;
  writeJson(path, { url: address });
  return address;
}

function verifier(server: OAuth2Server, url: string): Issuer['verify'] {
  const jwt = JwtVerifier.create({ issuer: url, audience: null, jwksUri: `${url}${jwksPath}` });
  // the key set is already here, so the issuer sends no request to itself
  jwt.cacheJwks({ keys: server.issuer.keys.toJSON() } as Parameters<typeof jwt.cacheJwks>[0]);
  return (token) => jwt.verifySync(token);
}

/** Whoever redirects anywhere can be used to lead people of this laptop to other sites, with a code in the address. */
function redirectToLoopbackOnly(server: OAuth2Server): void {
  for (const event of [Events.BeforeAuthorizeRedirect, Events.BeforePostLogoutRedirect])
    server.service.on(event, ({ url }: { readonly url: URL }) => {
      if (/^https?:$/.test(url.protocol) && loopback.test(url.hostname)) return;
      throw new AssertionError({
        message: 'the sandbox redirects only to this machine: http://127.0.0.1 or localhost',
      });
    });
}

const loopback = /^(?:(?:[\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function answerWithClaims(server: OAuth2Server, url: string, verify: Issuer['verify']): void {
  server.service.on(Events.BeforeTokenSigning, (token: MutableToken, request: { body: unknown }) => {
    const { expiresInSeconds = day, ...options } = fromForm(request.body);
    // an ID token, which has no scope, is for a client that compares its issuer with the address that it asked
    const issuer = 'scope' in token.payload ? url : server.issuer.url;
    Object.assign(token.payload, claims(issuer ?? url, options), { exp: token.payload.iat + expiresInSeconds });
  });
  server.service.on(Events.BeforeResponse, (response: MutableResponse, request: { body: unknown }) => {
    if (response.body !== '') response.body['expires_in'] = fromForm(request.body).expiresInSeconds;
  });
  server.service.on(Events.BeforeUserinfo, (response: MutableResponse, request: IncomingMessage) => {
    try {
      response.body = { ...verify((request.headers.authorization ?? '').replace(/^bearer\s+/i, '')) };
    } catch (cause) {
      if (!(cause instanceof JwtBaseError)) throw cause;
      Object.assign(response, { statusCode: 401, body: { error: 'invalid_token' } });
    }
  });
}

export async function startIssuer(options: { port: number; dataDirectory?: string | undefined }): Promise<Issuer> {
  const server = new OAuth2Server(undefined, undefined, { endpoints: { jwks: jwksPath } });
  await loadKeys(server, options.dataDirectory);
  await listening(options.port, "the sandbox's token issuer", () => server.start(options.port, '127.0.0.1'));
  // the library uses localhost; issuers are compared as texts, so it must be the address that all others use
  const address = `http://127.0.0.1:${server.address().port}`;
  server.issuer.url = address;
  const url = nameOf(address, options.dataDirectory);
  const verify = verifier(server, url);
  answerWithClaims(server, url, verify);
  redirectToLoopbackOnly(server);
  return {
    url,
    address,
    jwksUri: `${address}${jwksPath}`,
    token: ({ expiresInSeconds = day, ...rest } = {}) =>
      server.issuer.buildToken({
        expiresIn: expiresInSeconds,
        scopesOrTransform: (_header, payload) => void Object.assign(payload, claims(url, rest)),
      }),
    verify,
    stop: () => server.stop(),
  };
}
