/** A token before its signature is checked: nothing in it may be believed yet. */

import { decodeJwt, decodeProtectedHeader, errors } from 'jose';
import * as v from 'valibot';
import { UnauthenticatedError } from '../../foundation/errors.ts';

/** The claims as they came. Only those that are needed are looked at, and each where it is needed. */
export interface Claims {
  readonly [name: string]: unknown;
}

export interface UnverifiedToken {
  readonly text: string;
  readonly header: { readonly alg: string; readonly kid?: string | undefined };
  readonly claims: Claims;
}

const headerSchema = v.object({ alg: v.string(), kid: v.optional(v.string()) });

/** UnauthenticatedError for what is no signed JWT (RFC 7519). No message repeats a part of the token. */
export const readToken = (text: string): UnverifiedToken => {
  const { header, claims } = decoded(text);
  // RFC 7515 section 4.1.11: whoever does not understand an extension that is critical must refuse the token
  if ('crit' in header) throw new UnauthenticatedError('the token has critical extensions (crit); get one without');
  if (isForOther(header) || isEvent(claims)) throw new UnauthenticatedError(otherUse);
  const read = v.safeParse(headerSchema, header);
  if (!read.success) throw new UnauthenticatedError('the header of the token is wrong: "alg" and "kid" must be texts');
  return { text, header: read.output, claims };
};

/**
 * An issuer signs other JWTs with the same keys: whom it tells of a logout could act with that as the user. Each says in `typ` what
 * it is for (RFC 8725 section 3.11); an access token may say so (RFC 9068), and an ID token does not.
 */
const isForOther = (header: object): boolean => {
  const { typ } = header as { readonly typ?: unknown };
  const [, use] = (typeof typ === 'string' ? /^(?:application\/)?(.*)\+jwt$/i.exec(typ) : null) ?? [];
  return use !== undefined && use.toLowerCase() !== 'at';
};

/** Tokens of events, such as those of a logout, had no such header at first: the claim is what makes them (RFC 8417 section 2.2). */
const isEvent = ({ events }: Claims): boolean => typeof events === 'object' && events !== null;

const otherUse =
  'the token is for something else (its typ or events say so), such as to tell of a logout; send an access token: its typ is at+jwt or JWT, or there is none';

const decoded = (text: string): { readonly header: object; readonly claims: Claims } => {
  if (text.split('.').length === 5)
    throw new UnauthenticatedError(
      'the token is encrypted (JWE); let the issuer only sign access tokens for this service',
    );
  try {
    return { header: decodeProtectedHeader(text), claims: decodeJwt(text) };
  } catch (cause) {
    // jose says with a TypeError that a header is none
    if (cause instanceof errors.JOSEError || cause instanceof TypeError)
      throw new UnauthenticatedError('the token is not a signed JWT, as the access tokens of the trusted issuers are');
    throw cause;
  }
};
