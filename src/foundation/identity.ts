/** An OIDC identity (docs/contract/api.md, "Authentication"): who made a thing. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}
