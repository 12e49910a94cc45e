/** Where a deployment was asked for: what its clusters and machines are told of that. */
export interface Origin {
  /** base of the service's addresses, as the client called it */
  readonly serviceUrl: string;
  /** of the owner, where the token tells */
  readonly email?: string;
}
