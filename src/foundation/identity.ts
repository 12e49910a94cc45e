/** An OIDC identity (docs/contract/api.md, "Authentication"): the creator of a deployment or schedule, and who asks for changes. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** The identity alone, of somebody of whom more is known. */
export const identityOf = ({ issuer, subject }: Identity) => ({ issuer, subject });
