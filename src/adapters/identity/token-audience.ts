/** Who a token was made for: its audience, the application that asked for it, and other claims. Checked after the signature. */

import { UnauthenticatedError } from '../../foundation/errors.ts';
import { type BoundClaims, isCognito } from './issuers.ts';
import type { Claims } from './token-form.ts';

export interface Expected {
  readonly issuer: string;
  /** the token must name one of these; absent: not checked */
  readonly audience?: string | readonly string[] | undefined;
  /** the token must have been issued to one of these applications; absent: not checked */
  readonly clientIds?: readonly string[] | undefined;
}

/** Throws UnauthenticatedError for a token that was made for another audience or application. */
export const checkAudience = (claims: Claims, { issuer, audience, clientIds }: Expected): void => {
  const { aud, client, isOwnAudience = false } = isCognito(issuer) ? namedByCognito(claims) : named(claims);
  if (clientIds !== undefined && !namesOneOf(client, clientIds))
    throw new UnauthenticatedError(
      `the token was issued to an application that is not trusted here; trusted are ${clientIds.join(', ')}`,
    );
  const audiences = [audience ?? []].flat();
  if (audience !== undefined && !namesOneOf(aud, isOwnAudience ? [...audiences, ...(clientIds ?? [])] : audiences))
    throw new UnauthenticatedError(
      `the token is meant for another audience; ask for one with ${audiences.join(' or ')}`,
    );
};

interface Named {
  readonly aud: unknown;
  readonly client: unknown;
  /** whether the name of the application also counts as an audience */
  readonly isOwnAudience?: boolean;
}

/** RFC 9068 section 2.2 for access tokens, OpenID Connect Core section 2 for ID tokens. */
const named = (claims: Claims): Named => ({ aud: claims['aud'], client: claims['client_id'] ?? claims['azp'] });

/**
 * A Cognito ID token names the application in `aud`, an access token in `client_id`. An access token has an `aud` only if
 * it was bound to a resource (RFC 8707). Otherwise its application is its audience, as in the ID token of the same login.
 */
const namedByCognito = ({ aud, client_id: client, token_use: use }: Claims): Named => {
  if (use === 'id') return { aud, client: aud, isOwnAudience: true };
  if (use === 'access') return { aud: aud ?? client, client, isOwnAudience: true };
  throw new UnauthenticatedError('the token is neither an access token nor an ID token of the user pool (token_use)');
};

const namesOneOf = (claim: unknown, allowed: readonly string[]): boolean =>
  [claim].flat().some((name) => typeof name === 'string' && allowed.includes(name));

/** Throws UnauthenticatedError for a token that lacks one of these claims, or has another value in it. */
export const checkBoundClaims = (claims: Claims, bound: BoundClaims = {}): void => {
  const wrong = Object.keys(bound).filter((name) => {
    const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
    return !namesOneOf([value].flat().map(asText), [bound[name] ?? []].flat());
  });
  if (wrong.length > 0)
    throw new UnauthenticatedError(
      `tokens of its issuer are trusted here only with certain values of ${wrong.join(', ')}, which this one does not have; the operator lists them in boundClaims`,
    );
};

/** The configuration has texts: `true` and whole numbers are compared as JSON writes them. */
const asText = (value: unknown): unknown =>
  typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : value;
