/** An OIDC identity (docs/contract/api.md, "Authentication"): the creator of a deployment or schedule. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}
