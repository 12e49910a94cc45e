/** What an installation bounds of requests for deployments, each absent where the service's own bound stands. */
export interface CreationLimits {
  /** of a request with a template */
  readonly bodyBytes?: number | undefined;
  /** for one attempt, of requests that say nothing */
  readonly providerTimeoutMins?: number | undefined;
  /** largest that a request may ask for, of one attempt and of all; a request that says nothing has it */
  readonly mostTimeoutMins?: number | undefined;
}
