import { bearerToken, type Caller, type Callers } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import { UnauthenticatedError } from '../../foundation/errors.ts';
import { type BoundClaims, type GroupManagers, openToEveryClient, type TokenExchange } from './issuers.ts';
import { managedBy } from './managed-groups.ts';
import { type PublishedKeys, publishedKeys } from './published-keys.ts';

import { acceptedAlgorithms } from './signature-algorithms.ts';
import { checkAudience, checkBoundClaims } from './token-audience.ts';
import { type Claims, readToken, type UnverifiedToken } from './token-form.ts';
import { checkTimes } from './token-times.ts';
import { candidates, type UsableKey } from './usable-keys.ts';
import { isKnownToBeSignedWith } from './verified-tokens.ts';

/** An OpenID Connect provider whose tokens the service accepts. */
export interface TrustedIssuer {
  /** exactly the `iss` claim of its tokens */
  readonly issuer: string;
  /** the token must name one of these; absent: not checked */
  readonly audience?: string | readonly string[] | undefined;
  /**
   * the token must have been issued to one of these applications; absent: not checked. A Cognito user pool needs `audience`
   * or `clientIds`
   */
  readonly clientIds?: readonly string[] | undefined;
  /** the token must have each of these claims, with one of these values; absent: not checked. A public issuer needs them */
  readonly boundClaims?: BoundClaims | undefined;
  /** claim with the caller's groups: a list, or a text with blanks or commas between them */
  readonly groupsClaim?: string | undefined;
  /** members of this group are administrators; needs `groupsClaim` */
  readonly adminGroup?: string | undefined;
  /** the customer name at SLAM for deployments without a group */
  readonly organisation?: string | undefined;
  /** how the service gets tokens to act for its users; absent: it uses its own credentials */
  readonly tokenExchange?: TokenExchange | undefined;
  /** address of its key set; absent: found by OIDC discovery */
  readonly jwksUri?: string | undefined;
  /** seconds by which its clock may differ from ours; default 30 */
  readonly leewaySeconds?: number | undefined;
}

/**
 * Identifies a caller by bearer token: a JWT (RFC 7519) signed with a published key of a trusted issuer. Throws a plain
 * Error when the configuration of an issuer contradicts itself.
 */
export const callers = (options: {
  readonly issuers: readonly TrustedIssuer[];
  readonly clock: Clock;
  readonly managers?: GroupManagers;
}): Callers => {
  const { clock, managers = {} } = options;
  for (const issuer of options.issuers) refuseContradiction(issuer);
  const issuers = new Map(
    options.issuers.map((trusted) => [trusted.issuer, { trusted, keys: publishedKeys(trusted, clock) }]),
  );
  return {
    identify: async (authorization) => {
      const text = bearerToken(authorization);
      if (text === undefined)
        throw new UnauthenticatedError('user authentication is required; send "Authorization: Bearer <access token>"');
      const token = readToken(text);
      const { iss } = token.claims;
      const known = typeof iss === 'string' ? issuers.get(iss) : undefined;
      if (!known) throw new UnauthenticatedError(notTrusted([...issuers.keys()]));
      // before the signature: the keys of an old token may be gone, and its age is the reason that helps
      checkTimes(token.claims, clock.now(), known.trusted.leewaySeconds);
      await checkSignature(token, known.trusted, known.keys);
      checkAudience(token.claims, known.trusted);
      checkBoundClaims(token.claims, known.trusted.boundClaims);
      return callerOf(token.claims, known.trusted, managers);
    },
  };
};

const refuseContradiction = (trusted: TrustedIssuer): void => {
  const { issuer, groupsClaim, adminGroup } = trusted;
  if (adminGroup !== undefined && groupsClaim === undefined)
    throw new Error(`issuer ${issuer} has an adminGroup and no groupsClaim to find it in: configure both or neither`);
  const open = openToEveryClient(trusted);
  if (open !== undefined) throw new Error(`issuer ${issuer}: ${open}`);
};

const notTrusted = (names: readonly string[]): string =>
  names.length === 0
    ? 'the issuer of the token is not trusted here: no issuer is'
    : `the issuer of the token is not trusted here; trusted are ${names.join(', ')}`;

/** UnauthenticatedError, or UnavailableError when the issuer's keys cannot be had. */
const checkSignature = async (token: UnverifiedToken, { issuer }: TrustedIssuer, published: PublishedKeys) => {
  const { alg, kid } = token.header;
  // not said again: no part of a token is shown
  if (!acceptedAlgorithms.includes(alg))
    throw new UnauthenticatedError(
      `the token is not signed with an algorithm that is accepted here; accepted are ${acceptedAlgorithms.join(', ')}`,
    );
  const { keys, isNew } = await published.known();
  if (await isSignedWithOneOf(keys, token)) return;
  // an issuer may have a new key, even of the same name
  const isKnown = keys.some((key) => key.kid !== undefined && key.kid === kid);
  if (!isNew && (!isKnown || published.hasSpare) && (await isSignedWithOneOf(await published.anew(), token))) return;
  throw new UnauthenticatedError(
    `the token is not signed with a key that ${issuer} publishes for ${alg}; get a new one`,
  );
};

const isSignedWithOneOf = async (keys: readonly UsableKey[], { text, header }: UnverifiedToken): Promise<boolean> => {
  for (const key of candidates(keys, header)) if (await isKnownToBeSignedWith(text, header.alg, key)) return true;
  return false;
};

/** OpenID Connect Core 1.0, section 2, allows 255. It is a part of keys in tables, and of the filter createdBy. */
const longestSubject = 300;

/** Who manages a group is in it, whether the issuer says so or not. */
const callerOf = (
  claims: Claims,
  { issuer, groupsClaim, adminGroup }: TrustedIssuer,
  managers: GroupManagers,
): Caller => {
  const groups = groupsClaim === undefined ? undefined : groupsOf(claims[groupsClaim]);
  const manages = managedBy(groups ?? [], managers);
  return {
    issuer,
    subject: subjectOf(claims),
    isAdministrator: adminGroup !== undefined && (groups ?? []).includes(adminGroup),
    ...(groups && { groups: [...new Set([...groups, ...manages])] }),
    ...(manages.length > 0 && { manages }),
    ...(typeof claims['email'] === 'string' && { email: claims['email'] }),
  };
};

const subjectOf = ({ sub = null }: Claims): string => {
  if (sub === null || sub === '')
    throw new UnauthenticatedError('the token names no subject (sub); get one for a user');
  // two long numbers may be read as one, and then two users would be one
  if (typeof sub !== 'string')
    throw new UnauthenticatedError(
      'the subject of the token (sub) is not a text (RFC 7519 section 4.1.2); let the issuer write it so',
    );
  if (sub.length > longestSubject || !sub.isWellFormed())
    throw new UnauthenticatedError(
      `the subject of the token (sub) cannot be kept; at most ${longestSubject} whole characters are allowed`,
    );
  return sub;
};

const groupsOf = (claim: unknown): readonly string[] => {
  const names = typeof claim === 'string' ? claim.split(/[\s,]+/) : claim;
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string' && name !== '') : [];
};
