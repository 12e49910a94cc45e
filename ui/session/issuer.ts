/** Login at an OpenID Connect issuer: authorization code with PKCE (RFC 7636), in the page. */

import * as oauth from 'oauth4webapi';
import { authorizationUrl, isOpenId, refusalIn, saysEnded, withoutTokens } from '../../client/authorization.ts';
import { wrongClock } from '../../client/clock-words.ts';
import type { Login } from '../../client/types.ts';
import { issuerDeadline } from '../../client/unanswered.ts';
import { isLocal, redirectUri, type Started, type TokenFields, type Tokens } from './logins.ts';

/** Only an issuer on this machine, such as the sandbox's, may be reached without TLS. */
const optionsOf = (issuer: string) => ({
  [oauth.allowInsecureRequests]: isLocal(issuer),
  signal: () => AbortSignal.timeout(issuerDeadline),
});

const discovered = async (issuer: string): Promise<oauth.AuthorizationServer> => {
  const url = new URL(issuer);
  return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, optionsOf(issuer)));
};

/** Begins a login: what to remember, and the address at the issuer to go to. `mark` is how its `state` begins. */
export const beginLogin = async (login: Login, back: string, mark = ''): Promise<{ started: Started; url: URL }> => {
  const { authorization_endpoint: endpoint } = await discovered(login.issuer);
  if (endpoint === undefined) throw new Error(`${login.issuer} publishes no authorization_endpoint`);
  const state = `${mark}${oauth.generateRandomState()}`;
  const verifier = oauth.generateRandomCodeVerifier();
  const started = { login, verifier, state, nonce: oauth.generateRandomNonce(), back };
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const url = authorizationUrl(endpoint, { ...login, ...started, redirectUri: redirectUri(), challenge });
  return { started, url };
};

/** Ends a login with the address to which the issuer sent the browser back. Throws when the issuer refused. */
export const endLogin = async (
  { login, verifier, state, nonce }: Started,
  returned: URL,
  fields: TokenFields = {},
): Promise<Tokens> => {
  const refusal = refusalIn(returned, state);
  if (refusal !== undefined) throw new Error(`${login.issuer} refused: ${refusal}`);
  const as = await discovered(login.issuer);
  const client: oauth.Client = { client_id: login.clientId };
  const parameters = oauth.validateAuthResponse(as, client, returned, state);
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    parameters,
    redirectUri(),
    verifier,
    { ...optionsOf(login.issuer), additionalParameters: fields },
  );
  const expected = isOpenId(login.scope) ? { expectedNonce: nonce } : {};
  return tokensIn(await oauth.processAuthorizationCodeResponse(as, client, response, expected));
};

/** New tokens; undefined when the issuer no longer accepts the refresh token. */
export const renew = async (
  { issuer, clientId }: Login,
  refresh: string,
  fields: TokenFields = {},
): Promise<Tokens | undefined> => {
  const as = await discovered(issuer);
  const client: oauth.Client = { client_id: clientId };
  const response = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), refresh, {
    ...optionsOf(issuer),
    additionalParameters: fields,
  });
  try {
    const tokens = tokensIn(await oauth.processRefreshTokenResponse(as, client, response));
    return { ...tokens, refresh: tokens.refresh ?? refresh };
  } catch (error) {
    if (saysEnded(error)) return undefined;
    throw error;
  }
};

/** Seconds for which a token without an end is believed to be valid. */
const unknownLifetime = 300;

const tokensIn = (answer: oauth.TokenEndpointResponse): Tokens => {
  const receivedAt = Date.now();
  return {
    access: answer.access_token,
    refresh: answer.refresh_token,
    receivedAt,
    expiresAt: receivedAt + (answer.expires_in ?? unknownLifetime) * 1000,
  };
};

/** Why a login failed, in words, without a token that the issuer quotes. */
export const reasonOf = (cause: unknown, issuer: string): string => withoutTokens(wordsOf(cause, issuer));

const wordsOf = (cause: unknown, issuer: string): string => {
  if (cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError)
    return `${issuer} refused: ${cause.error_description ?? cause.error}`;
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return `${issuer} does not answer`;
  if (cause instanceof TypeError)
    return `${issuer} cannot be asked from this page: it is not reached, or it allows no requests from ${location.origin} (CORS)`;
  if (cause instanceof oauth.OperationProcessingError && cause.code === oauth.JWT_TIMESTAMP_CHECK) return wrongClock;
  if (cause instanceof oauth.OperationProcessingError)
    return `${issuer} does not answer as OpenID Connect asks, or it has a problem: ${cause.message}`;
  return cause instanceof Error ? cause.message : `${cause}`;
};
