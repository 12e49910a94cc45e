/** The caller: the OIDC identity behind a bearer token (docs/contract/api.md, "Authentication"). */
import type { Identity } from './identity.ts';

export interface Caller extends Identity {
  /** groups of the caller at the issuer; absent: no groups claim is configured for this issuer */
  readonly groups?: readonly string[];
  /** those of `groups` whose deployments the caller may change and delete; absent: none */
  readonly manages?: readonly string[];
  readonly isAdministrator: boolean;
  /** absent: the token has none */
  readonly email?: string;
}

export interface Callers {
  /**
   * The caller behind an Authorization header. UnauthenticatedError when the token is missing or cannot be trusted,
   * UnavailableError when the issuer's keys cannot be read, ThrottledError when the caller sends more than one caller may.
   */
  identify(authorization: string | undefined): Promise<Caller>;
}

/**
 * The token of an Authorization header (RFC 6750 section 2.1), if it has one. Some clients send `bearer` and leave out
 * the blank, so both are accepted.
 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^\s*bearer\s*(\S+)\s*$/i.exec(authorization ?? '')?.[1];
