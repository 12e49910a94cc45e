/** An issuer that publishes any keys, and signs any tokens. */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect } from 'vitest';
import { callers, type TrustedIssuer } from '../../../src/adapters/identity/identity.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const start = new Date('2026-11-28T12:00:00Z');
export const second = (after: number): number => start.getTime() / 1000 + after;

/** An issuer that publishes this set, which may change, and a service that trusts it, with its clock. */
export const world = async (keys: unknown[], trusted: Partial<TrustedIssuer> = {}) => {
  const state = { keys, asked: 0, status: 200, now: start };
  const server = createServer((_, response) => {
    state.asked += 1;
    response.writeHead(state.status).end(JSON.stringify({ keys: state.keys }));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = callers({
    issuers: [{ issuer, jwksUri: `${issuer}/keys`, ...trusted }],
    clock: { now: () => state.now },
  });
  const identify = async (token: string) => service.identify(`Bearer ${token}`);
  const claims = { iss: issuer, sub: 'olga', exp: second(600) };
  return {
    state,
    identify,
    claims,
    later: (seconds: number): void => {
      state.now = new Date(state.now.getTime() + seconds * 1000);
    },
  };
};

interface Signer {
  readonly alg: string;
  readonly privateKey: KeyObject;
  readonly jwk: Record<string, unknown>;
}

const rsaKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pairOf = (alg: string, curve?: string) => {
  if (/^[RP]S/.test(alg)) return rsaKeys;
  if (curve === 'Ed448' || alg === 'Ed448') return generateKeyPairSync('ed448');
  if (/^Ed/.test(alg)) return generateKeyPairSync('ed25519');
  const curves: Record<string, string> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521', ES256K: 'secp256k1' };
  return generateKeyPairSync('ec', { namedCurve: curves[alg] ?? '' });
};

export const signer = (alg: string, published: Record<string, unknown> = {}, curve?: string): Signer => {
  const { publicKey, privateKey } = pairOf(alg, curve);
  return { alg, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), ...published } };
};

export const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

export const signed = ({ alg, privateKey }: Signer, claims: object, header: object = {}): string => {
  const input = `${encoded({ alg, ...header })}.${encoded(claims)}`;
  const bits = /\d{3}/.exec(alg)?.[0];
  const pss = alg.startsWith('PS') ? { padding: 6, saltLength: Number(bits) / 8 } : {};
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const, ...pss };
  const signature = sign(alg.startsWith('Ed') ? null : `sha${bits}`, Buffer.from(input), key);
  return `${input}.${signature.toString('base64url')}`;
};

export const olga = { subject: 'olga' };
export const refused = (words: string) => ({ name: 'UnauthenticatedError', message: expect.stringContaining(words) });
export const notSigned = refused('not signed with a key');
