/** Who is asking: the OIDC identity behind a bearer token (docs/contract/api.md, "Authentication"). */
import type { Identity } from './identity.ts';

export interface Caller extends Identity {
  /** groups of the caller at the issuer; absent: this issuer's tokens are not configured to tell */
  readonly groups?: readonly string[];
  readonly isAdministrator: boolean;
  /** absent: the token does not tell */
  readonly email?: string;
}

export interface Callers {
  /**
   * The caller behind an Authorization header. UnauthenticatedError when there is no token or it is not to be trusted,
   * UnavailableError when its issuer cannot be asked for its keys.
   */
  identify(authorization: string | undefined): Promise<Caller>;
}

/**
 * The token of an Authorization header (RFC 6750 section 2.1), if it carries one. Real clients send `bearer` and leave
 * the blank out, so both are taken.
 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^\s*bearer\s*(\S+)\s*$/i.exec(authorization ?? '')?.[1];
