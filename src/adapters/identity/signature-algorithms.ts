/** The algorithms with which tokens may be signed, and the library that verifies each (docs/decisions/0056). */

import { verify } from 'node:crypto';
import { JwtInvalidSignatureError, JwtParseError } from 'aws-jwt-verify/error';
import { verifyJwtSync } from 'aws-jwt-verify/jwt-verifier';
import { errors } from 'jose';
import { compactVerify } from 'jose/jws/compact/verify';
import type { UsableKey } from './usable-keys.ts';

/** `kty` and, if it needs a curve, `crv` of the keys that an algorithm is used with (RFC 7518 section 6, RFC 8037 section 2). */
interface Algorithm {
  readonly kty: 'RSA' | 'EC' | 'OKP';
  readonly curves?: readonly string[];
}

const rsa: Algorithm = { kty: 'RSA' };

/** The asymmetric algorithms of RFC 7518 section 3.1, RFC 8037, RFC 8812 and RFC 9864. docs/operations.md lists them. */
const algorithms: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ['RS256', rsa],
  ['RS384', rsa],
  ['RS512', rsa],
  ['PS256', rsa],
  ['PS384', rsa],
  ['PS512', rsa],
  ['ES256', { kty: 'EC', curves: ['P-256'] }],
  ['ES384', { kty: 'EC', curves: ['P-384'] }],
  ['ES512', { kty: 'EC', curves: ['P-521'] }],
  ['ES256K', { kty: 'EC', curves: ['secp256k1'] }],
  ['EdDSA', { kty: 'OKP', curves: ['Ed25519', 'Ed448'] }],
  ['Ed25519', { kty: 'OKP', curves: ['Ed25519'] }],
  ['Ed448', { kty: 'OKP', curves: ['Ed448'] }],
]);

export const acceptedAlgorithms: readonly string[] = [...algorithms.keys()];

/** What of a published key decides which algorithms it is used with; `alg`: the only one. */
interface KeyForm {
  readonly kty: string;
  readonly crv?: string | undefined;
  readonly alg?: string | undefined;
}

/** Whether a key verifies that algorithm. A key for one name of EdDSA is also for the other name that its curve has. */
export const fits = (key: KeyForm, wanted: string): boolean => {
  const { kty, alg = wanted } = key;
  return isOf(key, wanted) && isOf(key, alg) && (alg === wanted || kty === 'OKP');
};

const isOf = ({ kty, crv = '' }: KeyForm, alg: string): boolean => {
  const known = algorithms.get(alg);
  return known?.kty === kty && (known.curves?.includes(crv) ?? true);
};

/** Whether a token is signed with that key, by an accepted algorithm that fits it. Says nothing about its claims. */
export const isSignedWith = async (token: string, alg: string, key: UsableKey): Promise<boolean> => {
  // neither library knows these curves by all their names
  if (key.jwk.crv === 'secp256k1' || key.jwk.crv === 'Ed448') return byNode(token, key);
  return (knownToAws.test(alg) ? byAws(token, key) : undefined) ?? byJose(token, alg, key);
};

const knownToAws = /^(?:RS|ES)\d+$|^EdDSA$/;

/** Seconds that let every time pass: times are checked elsewhere, by one rule for all libraries. */
const anyTime = Number.MAX_SAFE_INTEGER;

/** undefined: this library does not read a claim of that form, and so has not looked at the signature. */
const byAws = (token: string, { jwk, key }: UsableKey): boolean | undefined => {
  try {
    verifyJwtSync(token, jwk, { issuer: null, audience: null, graceSeconds: anyTime }, () => key);
    return true;
  } catch (error) {
    if (error instanceof JwtInvalidSignatureError) return false;
    if (error instanceof JwtParseError) return undefined;
    throw error;
  }
};

const byJose = async (token: string, alg: string, { key }: UsableKey): Promise<boolean> => {
  try {
    await compactVerify(token, key, { algorithms: [alg] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
};

const byNode = (token: string, { key }: UsableKey): boolean => {
  const end = token.lastIndexOf('.');
  const hash = key.asymmetricKeyType === 'ed448' ? null : 'sha256';
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  return verify(hash, Buffer.from(token.slice(0, end)), { key, dsaEncoding: 'ieee-p1363' }, signature);
};
