import * as jwtErrors from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { JwtVerifier } from 'aws-jwt-verify/jwt-verifier';
import { bearerToken, type Caller, type Callers } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import { UnauthenticatedError, UnavailableError } from '../../foundation/errors.ts';
import { discoveryOf, fetchKeys } from './issuer-keys.ts';
import { openToEveryClient, type TokenExchange } from './issuers.ts';
import { checkAudience } from './token-audience.ts';

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
}

/** How long keys are kept, in milliseconds. A key that its issuer withdraws is accepted no longer than this. */
const keysLast = 60 * 60 * 1000;

/**
 * Identifies a caller by bearer token: a JWT (RFC 7519) signed with a published key of a trusted issuer. Throws a plain
 * Error when the configuration of an issuer contradicts itself.
 */
export const callers = (options: { readonly issuers: readonly TrustedIssuer[]; readonly clock: Clock }): Callers => {
  for (const issuer of options.issuers) refuseContradiction(issuer);
  const issuers = new Map(options.issuers.map((issuer) => [issuer.issuer, issuer]));
  const verify = refreshing(options.clock, () => verifierFor(options.issuers));
  return {
    identify: async (authorization) => {
      const token = bearerToken(authorization);
      if (token === undefined)
        throw new UnauthenticatedError('user authentication is required; send "Authorization: Bearer <access token>"');
      const issuer = issuers.get(issuerOf(token));
      if (!issuer)
        throw new UnauthenticatedError(
          `the issuer of the token is not trusted here; trusted are ${[...issuers.keys()].join(', ')}`,
        );
      const claims = await verified(verify, token, issuer);
      checkAudience(claims, issuer);
      return callerOf(claims, issuer);
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

type Verify = (token: string) => Promise<JwtPayload>;

/** Makes a new verifier every hour, so that old keys are forgotten. */
const refreshing = (clock: Clock, make: () => Verify): Verify => {
  let current = { verify: make(), since: clock.now().getTime() };
  return (token) => {
    const now = clock.now().getTime();
    if (now - current.since > keysLast) current = { verify: make(), since: now };
    return current.verify(token);
  };
};

const verifierFor = (issuers: readonly TrustedIssuer[]): Verify => {
  const config = issuers.map(({ issuer, jwksUri }) => ({
    issuer,
    // token-audience.ts checks the audience, since not every issuer names it in the same claim
    audience: null,
    jwksUri: jwksUri ?? discoveryOf(issuer),
  }));
  if (config.length === 0) return () => Promise.reject(new UnauthenticatedError('no issuer is trusted here'));
  const verifier = JwtVerifier.create(config, { jwksCache: new SimpleJwksCache({ fetcher: { fetch: fetchKeys } }) });
  return (token) => verifier.verify(token);
};

const noJwt = 'the token is not a signed JWT, as the access tokens of the trusted issuers are';

const issuerOf = (token: string): string => {
  try {
    const { header, payload } = decomposeUnverifiedJwt(token);
    // RFC 7515 section 4.1.11: whoever does not understand an extension that is critical must refuse the token
    if ('crit' in header) throw new UnauthenticatedError('the token has critical extensions (crit); get one without');
    return payload.iss ?? '';
  } catch (cause) {
    if (cause instanceof jwtErrors.JwtBaseError) throw new UnauthenticatedError(noJwt);
    throw cause;
  }
};

const verified = async (verify: Verify, token: string, issuer: TrustedIssuer): Promise<JwtPayload> => {
  try {
    return await verify(token);
  } catch (error) {
    if (error instanceof jwtErrors.JwksValidationError || error instanceof jwtErrors.JwkValidationError)
      throw new UnavailableError(`${issuer.issuer} publishes keys that cannot be used`, { cause: error });
    if (error instanceof jwtErrors.JwtBaseError) throw new UnauthenticatedError(reason(error, issuer));
    throw error;
  }
};

/** Our own wording: the library's messages quote claims, and no part of a token may be shown or logged. */
const reason = (error: Error, { issuer }: TrustedIssuer): string => {
  if (error instanceof jwtErrors.JwtExpiredError) return 'the token has expired; get a new one';
  if (error instanceof jwtErrors.JwtNotBeforeError) return 'the token is not valid yet; wait, or check the clocks';
  if (error instanceof jwtErrors.JwtParseError) return noJwt;
  return `the token is not signed with a key that ${issuer} publishes; get a new one`;
};

/** OpenID Connect Core 1.0, section 2, allows 255. It is a part of keys in tables, and of the filter createdBy. */
const longestSubject = 300;

const callerOf = (claims: JwtPayload, { issuer, groupsClaim, adminGroup }: TrustedIssuer): Caller => {
  if (claims.exp === undefined) throw new UnauthenticatedError('the token never expires; get one with an expiry (exp)');
  if (!claims.sub) throw new UnauthenticatedError('the token names no subject (sub); get one for a user');
  if (claims.sub.length > longestSubject || !claims.sub.isWellFormed())
    throw new UnauthenticatedError(
      `the subject of the token (sub) cannot be kept; at most ${longestSubject} whole characters are allowed`,
    );
  const groups = groupsClaim === undefined ? undefined : groupsOf(claims[groupsClaim]);
  return {
    issuer,
    subject: claims.sub,
    isAdministrator: adminGroup !== undefined && (groups ?? []).includes(adminGroup),
    ...(groups && { groups }),
    ...(typeof claims['email'] === 'string' && { email: claims['email'] }),
  };
};

const groupsOf = (claim: unknown): readonly string[] => {
  const names = typeof claim === 'string' ? claim.split(/[\s,]+/) : claim;
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string' && name !== '') : [];
};
