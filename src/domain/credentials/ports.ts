import type { Identity } from '../../foundation/identity.ts';

/**
 * The user's own access token, for calls in the user's name. `fresh`: a new one, since the last one was refused.
 * undefined: there is none, and the call is made without.
 */
export type Token = (options?: { readonly fresh: boolean }) => Promise<string | undefined>;

/**
 * The authorizations that users gave the service by calling it, for as long as a deployment lives. They are removed with
 * its files.
 */
export interface Delegations {
  /**
   * Exchanges the caller's access token for a lasting authorization (RFC 8693), where the issuer is configured for it;
   * else does nothing. `isStillTheirs`: as that of `Exchanged.keep`. ForbiddenError when the issuer refuses, UnavailableError.
   */
  keep(
    deploymentId: string,
    owner: Identity,
    accessToken: string,
    isStillTheirs?: () => Promise<boolean>,
  ): Promise<void>;
  /** The same in two steps: nothing is stored before the second one. undefined: the issuer is not configured for it. */
  exchange(deploymentId: string, owner: Identity, accessToken: string): Promise<Exchanged | undefined>;
  /**
   * Tokens of the deployment's owner. ForbiddenError when the authorization is withdrawn or has expired, UnavailableError
   * while the issuer does not answer.
   */
  tokenFor(deploymentId: string): Token;
}

/** An authorization that is not stored yet. One that never is expires by itself. */
export interface Exchanged {
  /** an access token of the user */
  readonly token: string;
  /**
   * Stores it in place of the one before, which is revoked. `isStillTheirs` is asked after that: an authorization of who has given the deployment away meanwhile
   * is revoked itself, so that nothing is done for others in their name, and the answer is false. A repeat is harmless; UnavailableError.
   */
  keep(isStillTheirs?: () => Promise<boolean>): Promise<boolean>;
}

export interface Revocations {
  /**
   * Revokes the owner's authorization at the issuer (RFC 7009), if the issuer can. It stays stored, and a repeat is
   * harmless. A failure is logged and stops nothing.
   */
  revoke(deploymentId: string): Promise<void>;
}

/** What a cluster gets so that it can call this service in its owner's name. */
export interface ClusterKeys {
  readonly accessToken: string;
  /** a client at the owner's issuer, with which the cluster gets further tokens */
  readonly client?: { readonly id: string; readonly secret: string };
}

export interface ClusterCredentials {
  /**
   * What the configuration lacks for clusters of this issuer's users. Without a client they scale only until the first
   * token expires.
   */
  lacking(issuer: string): 'nothing' | 'client' | 'exchange';
  /**
   * Keys for the owner of the deployment that is worked on, a user of this issuer; undefined: there are none.
   * ProviderFailedError when the authorization is withdrawn or has expired, ProviderUnavailableError while the issuer
   * does not answer.
   */
  issue(issuer: string): Promise<ClusterKeys | undefined>;
}
