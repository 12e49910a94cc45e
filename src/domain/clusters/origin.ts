/** Where a client asked for a deployment, as its clusters and machines are told. */
export interface Origin {
  /** base of the service's addresses, as the client called it */
  readonly serviceUrl: string;
  /** mail address of the owner, if the token has it */
  readonly email?: string;
}
