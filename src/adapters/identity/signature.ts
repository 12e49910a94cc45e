/** Which library verifies a signature (docs/decisions/0056). */

import { verify } from 'node:crypto';
import { JwtInvalidSignatureError, JwtParseError } from 'aws-jwt-verify/error';
import { verifyJwtSync } from 'aws-jwt-verify/jwt-verifier';
import { errors } from 'jose';
import { compactVerify } from 'jose/jws/compact/verify';
import type { UsableKey } from './usable-keys.ts';

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
