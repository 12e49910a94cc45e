/** How long and how often providers are tried: docs/contract/api.md, "Create a deployment". Minutes are whole minutes. */
export interface Limits {
  readonly timeoutMins?: number;
  readonly providerTimeoutMins: number;
  readonly maxProvidersRetry?: number;
  readonly keepLastAttempt: boolean;
}
