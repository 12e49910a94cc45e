/** An OIDC identity (interface.md, Authentication): who made a thing. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}
