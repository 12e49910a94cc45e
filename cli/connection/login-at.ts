/** A public client at an OpenID Connect issuer. */
export interface LoginAt {
  /** exactly the `iss` claim of its tokens */
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
}
