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
  const read = v.safeParse(headerSchema, header);
  if (!read.success) throw new UnauthenticatedError('the header of the token is wrong: "alg" and "kid" must be texts');
  return { text, header: read.output, claims };
};

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
