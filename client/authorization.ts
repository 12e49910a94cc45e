/** What the command line and the dashboard do alike when a user logs in at an issuer: authorization code with PKCE and a nonce. */

/** Parameters of an authorization request (RFC 6749 section 4.1.1, RFC 7636, OpenID Connect Core 1.0 section 3.1.2.1). */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
  /** of the code verifier, S256 */
  readonly challenge: string;
  /** comes back in the ID token */
  readonly nonce: string;
}

/** Where the user logs in. An endpoint may have a query of its own, which stays (RFC 6749 section 3.1). */
export const authorizationUrl = (endpoint: string, request: AuthorizationRequest): URL => {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries({
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: request.scope,
    state: request.state,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
    ...(isOpenId(request.scope) && { nonce: request.nonce }),
  }))
    url.searchParams.set(name, value);
  return url;
};

/** Without this scope there is no ID token, and so no nonce in it. */
export const isOpenId = (scope: string): boolean => scope.split(/\s+/).includes('openid');

/**
 * Why the issuer sent the browser back without a code; undefined: it did not, or the answer belongs to another login. Some issuers
 * leave out `iss` or `state` then, so this comes before all other checks.
 */
export const refusalIn = ({ searchParams }: URL, state: string): string | undefined => {
  const error = searchParams.get('error');
  if (error === null || (searchParams.get('state') ?? state) !== state) return undefined;
  return withoutTokens(`${error}: ${searchParams.get('error_description') ?? 'no reason was given'}`);
};

/** Some issuers quote the token that they refuse: a JWT begins with `{"`. */
export const withoutTokens = (text: string): string => text.replace(/\beyJ[\w.-]{10,}/g, '***');

/** What issuers say of a refresh token that is no longer good: RFC 6749 section 5.2; INDIGO IAM says the second. */
const endings: readonly unknown[] = ['invalid_grant', 'invalid_token'];

/** Whether an error of oauth4webapi says that a refresh token has ended: in the body, or in a challenge of HTTP. */
export const saysEnded = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if ('error' in error) return endings.includes(error.error);
  const challenges: readonly unknown[] = Array.isArray(error.cause) ? error.cause : [];
  return challenges.some((challenge) => endings.includes(errorOfChallenge(challenge)));
};

const errorOfChallenge = (challenge: unknown): unknown =>
  (challenge as { readonly parameters?: { readonly error?: unknown } } | null)?.parameters?.error;
