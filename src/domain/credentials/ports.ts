import type { Identity } from '../../foundation/identity.ts';

/**
 * The user's own access token, for calls in his name; `fresh`: another one than before, since that was refused.
 * undefined: none can be had, and the call goes without.
 */
export type Token = (options?: { readonly fresh: boolean }) => Promise<string | undefined>;

/** What users entrusted to the service by calling it, for as long as a deployment lives. Forgotten with its files. */
export interface Delegations {
  /**
   * Exchanges the caller's access token for a lasting authorization (RFC 8693), where the issuer is configured for it;
   * else does nothing. ForbiddenError when the issuer refuses, UnavailableError.
   */
  keep(deploymentId: string, owner: Identity, accessToken: string): Promise<void>;
  /**
   * Tokens of the deployment's owner. ForbiddenError when the authorization is withdrawn or has expired,
   * UnavailableError while the issuer does not answer.
   */
  tokenFor(deploymentId: string): Token;
}

export interface Withdrawals {
  /**
   * Revokes at the issuer what the deployment's owner entrusted (RFC 7009), where the issuer can; it is still kept, and a
   * repeat is harmless. What fails is logged, and stops nothing.
   */
  withdraw(deploymentId: string): Promise<void>;
}

/** What a cluster is given so that it can call this service in its owner's name. */
export interface ClusterKeys {
  readonly accessToken: string;
  /** of a client at the owner's issuer, with which the cluster gets itself further tokens */
  readonly client?: { readonly id: string; readonly secret: string };
}

export interface ClusterCredentials {
  /** What the configuration lacks for clusters of users of this issuer; without a client they scale while one token lasts. */
  lacking(issuer: string): 'nothing' | 'client' | 'exchange';
  /**
   * Of the owner of the deployment in hand, who is a user of this issuer; undefined: none can be had. ProviderFailedError when the
   * authorization is withdrawn or has expired, ProviderUnavailableError while the issuer does not answer.
   */
  issue(issuer: string): Promise<ClusterKeys | undefined>;
}
