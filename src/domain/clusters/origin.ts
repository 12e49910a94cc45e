/** Where a deployment was requested, and for whom: its clusters and machines get these values. */
export interface Origin {
  /** base of the service's addresses, as the client called it */
  readonly serviceUrl: string;
  /** mail address of the owner, if the token has it */
  readonly email?: string;
}
