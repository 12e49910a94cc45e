/** How long and how often providers are tried, and how long the deployment lives: docs/contract/api.md, "Create a deployment". Minutes are whole minutes. */
export interface Limits {
  readonly timeoutMins?: number;
  readonly providerTimeoutMins: number;
  readonly maxProvidersRetry?: number;
  readonly keepLastAttempt: boolean;
  /** how long a deployment lives that is made with it, such as `2d`; absent: no end, or as `expiresAt` says */
  readonly ttl?: string;
}
