/** The keys of an issuer's key set (RFC 7517 section 5) with which signatures can be verified. */

import { createPublicKey, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { UnavailableError } from '../../foundation/errors.ts';
import { acceptedAlgorithms, fits } from './signature-algorithms.ts';

export interface UsableKey {
  readonly kid?: string | undefined;
  /** the only algorithm that the key is for; absent: any that it fits */
  readonly alg?: string | undefined;
  /** its public members only */
  readonly jwk: {
    readonly kty: string;
    readonly crv?: string;
    readonly n?: string;
    readonly e?: string;
    readonly x?: string;
    readonly y?: string;
  };
  readonly key: KeyObject;
}

const setSchema = v.object({ keys: v.array(v.unknown()) });

/** Some issuers write null for a member that they have no value for. */
const member = v.nullish(v.string());
const keySchema = v.object({
  ...{ kty: v.string(), use: v.nullish(v.literal('sig')), key_ops: v.nullish(v.array(v.unknown())) },
  ...{ kid: v.nullish(v.unknown()), alg: member, crv: member, n: member, e: member, x: member, y: member },
});

/** RFC 7518 sections 3.3 and 3.5: an RSA key with fewer bits must not be used. */
const leastRsaBits = 2048;

/**
 * Reads a key set. What is not understood, or is for something else, is left out, as RFC 7517 section 5 asks. UnavailableError when
 * it is no key set, or nothing is left.
 */
export const usableKeys = (issuer: string, bytes: ArrayBuffer): readonly UsableKey[] => {
  const unusable = (why: string, cause?: unknown) =>
    new UnavailableError(`${issuer} publishes keys that cannot be used: ${why}`, { cause });
  const set = v.safeParse(setSchema, jsonOf(bytes, unusable));
  if (!set.success) throw unusable('they are not a key set');
  const usable = set.output.keys.flatMap((one) => usableKey(one) ?? []);
  if (usable.length > 0) return usable;
  throw unusable(`none of ${set.output.keys.length} is for signatures that are accepted here`);
};

const jsonOf = (bytes: ArrayBuffer, unusable: (why: string, cause: unknown) => Error): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw unusable('they are not JSON', cause);
  }
};

const usableKey = (published: unknown): UsableKey | undefined => {
  const read = v.safeParse(keySchema, published);
  if (!read.success) return undefined;
  const { kty, use: _, key_ops: operations, kid, alg, ...material } = read.output;
  const jwk = { kty, ...present(material) };
  const form = { ...jwk, ...(alg != null && { alg }) };
  if (!acceptedAlgorithms.some((name) => fits(form, name)) || !(operations?.includes('verify') ?? true))
    return undefined;
  const key = publicKey(jwk);
  return key && { jwk, key, ...(typeof kid === 'string' && { kid }), ...(alg != null && { alg }) };
};

const present = (members: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value == null ? [] : [[name, value]])));

/** undefined: the numbers of the key are none. */
const publicKey = (jwk: UsableKey['jwk']): KeyObject | undefined => {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return (key.asymmetricKeyDetails?.modulusLength ?? leastRsaBits) < leastRsaBits ? undefined : key;
  } catch (error) {
    // Node names each way in which a key can be wrong with a code
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
};

/**
 * The keys that may have signed a token with this header: of that name if it names one, otherwise any; and those without a name.
 */
export const candidates = (
  keys: readonly UsableKey[],
  { kid, alg }: { readonly kid?: string | undefined; readonly alg: string },
): readonly UsableKey[] => {
  const fitting = keys.filter((key) => fits({ ...key.jwk, alg: key.alg }, alg));
  const named = fitting.filter((key) => key.kid !== undefined && (kid === undefined || kid === key.kid));
  return [...named, ...fitting.filter((key) => key.kid === undefined)].slice(0, mostTried);
};

/** Keys that are tried for a token: a token whose signature is wrong costs no more than that. */
const mostTried = 8;
