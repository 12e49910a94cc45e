import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import { authorizationUrl, isOpenId, refusalIn, saysEnded, withoutTokens } from '../../client/authorization.ts';
import { wrongClock } from '../../client/clock-words.ts';
import { ToscaniniError } from '../../client/index.ts';
import { issuerDeadline, unanswered } from '../../client/unanswered.ts';
import { CliError, wasInterrupted } from '../cli-error.ts';
import type { LoginAt } from './login-at.ts';
import type { StoredToken } from './stored-tokens.ts';

export interface BrowserLogin extends LoginAt {
  /** the redirect address that the issuer knows; default: any free port of this machine (RFC 8252 section 7.3) */
  readonly redirectUri?: string | undefined;
  /** shows the address where the user logs in */
  readonly show: (url: URL) => void;
  readonly now: Date;
  /** ends the waiting for the user */
  readonly signal?: AbortSignal;
}

/**
 * A token by authorization code with PKCE (RFC 7636): the browser comes back to a server on this machine. Waits for the
 * user. CliError when the issuer refuses, or the port is in use.
 */
export const browserLogin = async (login: BrowserLogin): Promise<StoredToken> => {
  const server = await listening(new URL(login.redirectUri ?? 'http://127.0.0.1:0/'));
  const redirectUri = login.redirectUri ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    return await atIssuer(login, async (as, options) => {
      const client: oauth.Client = { client_id: login.clientId };
      const verifier = oauth.generateRandomCodeVerifier();
      const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
      const challenge = await oauth.calculatePKCECodeChallenge(verifier);
      login.show(authorizationUrl(authorizationEndpoint(as), { ...login, redirectUri, state, nonce, challenge }));
      const returned = await callbackOf(server, redirectUri, login.signal);
      const refusal = refusalIn(returned, state);
      if (refusal !== undefined) throw new Error(refusal);
      const parameters = oauth.validateAuthResponse(as, client, returned, state);
      const response = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        oauth.None(),
        parameters,
        redirectUri,
        verifier,
        options,
      );
      const expected = isOpenId(login.scope) ? { expectedNonce: nonce } : {};
      return tokenIn(await oauth.processAuthorizationCodeResponse(as, client, response, expected), login.now);
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

export interface DeviceLogin extends LoginAt {
  /** shows where the user enters which code */
  readonly show: (place: { readonly url: string; readonly code: string }) => void;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly now: () => Date;
  readonly signal?: AbortSignal;
}

/** A token by device code (RFC 8628), for a machine without a browser. Waits for the user. CliError when it fails. */
export const deviceLogin = async (at: DeviceLogin): Promise<StoredToken> =>
  atIssuer(at, async (as, options) => {
    const { clientId, scope, show, sleep, now } = at;
    const client: oauth.Client = { client_id: clientId };
    const verifier = oauth.generateRandomCodeVerifier();
    const parameters = { scope, ...(await challengeOf(verifier)) };
    const deviceAnswer = await oauth.deviceAuthorizationRequest(as, client, oauth.None(), parameters, options);
    const {
      device_code: code,
      interval = 5,
      expires_in: lifetime,
      ...shown
    } = await oauth.processDeviceAuthorizationResponse(as, client, deviceAnswer);
    show({ url: shown.verification_uri_complete ?? shown.verification_uri, code: shown.user_code });
    const until = now().getTime() + lifetime * 1000;
    for (let seconds = interval; ; ) {
      await sleep(seconds * 1000);
      try {
        const response = await oauth.deviceCodeGrantRequest(as, client, oauth.None(), code, {
          ...options,
          additionalParameters: { code_verifier: verifier },
        });
        return tokenIn(await oauth.processDeviceCodeResponse(as, client, response), now());
      } catch (error) {
        // RFC 8628, section 3.5: asks on, and less often
        if (unanswered(error) !== undefined && now().getTime() < until) seconds *= 2;
        else if (!(error instanceof oauth.ResponseBodyError)) throw error;
        else if (error.error === 'slow_down') seconds += 5;
        else if (error.error !== 'authorization_pending') throw error;
      }
    }
  });

/** PKCE is for codes of browsers, but some issuers demand it of each request of a client (Keycloak does). Others ignore it. */
const challengeOf = async (verifier: string) => ({
  code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
});

/**
 * A new token for one that ends; undefined when the issuer no longer accepts the refresh token. ToscaniniError when it does not
 * answer: a later question may get one.
 */
export const renewed = async (
  at: LoginAt & { readonly signal?: AbortSignal | undefined },
  refreshToken: string,
  now: Date,
): Promise<StoredToken | undefined> =>
  atIssuer(at, async (as, options) => {
    const client: oauth.Client = { client_id: at.clientId };
    const response = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), refreshToken, options);
    try {
      const token = tokenIn(await oauth.processRefreshTokenResponse(as, client, response), now);
      return { refreshToken, ...token };
    } catch (error) {
      if (saysEnded(error)) return undefined;
      throw error;
    }
  });

/** Seconds for which a token without an end is believed to be valid. */
const unknownLifetime = 300;

const tokenIn = (answer: oauth.TokenEndpointResponse, now: Date): StoredToken => ({
  accessToken: answer.access_token,
  expiresAt: new Date(now.getTime() + (answer.expires_in ?? unknownLifetime) * 1000).toISOString(),
  ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
});

type Options = ReturnType<typeof optionsOf>;

/** `signal` ends the waiting for the issuer too. */
type At = Pick<LoginAt, 'issuer'> & { readonly signal?: AbortSignal | undefined };

const atIssuer = async <Result>(
  { issuer, signal }: At,
  act: (as: oauth.AuthorizationServer, options: Options) => Promise<Result>,
): Promise<Result> => {
  const options = optionsOf(issuer, signal);
  try {
    const url = new URL(issuer);
    const as = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
    return await act(as, options);
  } catch (cause) {
    if (wasInterrupted(cause)) throw cause;
    const why = unanswered(cause);
    if (why === undefined)
      throw new CliError('notAllowed', `the login at ${issuer} failed: ${withoutTokens(reasonOf(cause))}`, { cause });
    throw new ToscaniniError(`the issuer ${issuer} does not answer: ${why}`, { name: 'SilentIssuerError', cause });
  }
};

/** Why a login failed, in words. */
export const reasonOf = (cause: unknown): string => {
  if (cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError)
    return `${cause.error}: ${cause.error_description ?? 'no reason was given'}`;
  if (cause instanceof oauth.OperationProcessingError && cause.code === oauth.JWT_TIMESTAMP_CHECK) return wrongClock;
  return cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.message : cause.message) : `${cause}`;
};

/** Only an issuer on this machine, such as the sandbox's, may be reached without TLS. */
const optionsOf = (issuer: string, signal: AbortSignal | undefined) => ({
  [oauth.allowInsecureRequests]: ['localhost', '127.0.0.1'].includes(new URL(issuer).hostname),
  signal: () => AbortSignal.any([AbortSignal.timeout(issuerDeadline), ...(signal ? [signal] : [])]),
});

const authorizationEndpoint = ({ authorization_endpoint: endpoint, issuer }: oauth.AuthorizationServer): string => {
  if (endpoint === undefined) throw new Error(`${issuer} publishes no authorization_endpoint`);
  return endpoint;
};

const listening = async ({ hostname, port }: URL): Promise<Server> => {
  const server = createServer();
  server.listen(Number(port), hostname);
  await once(server, 'listening').catch((cause) => {
    throw new CliError(
      'failed',
      `port ${port} of ${hostname} is in use: stop the program that listens there, then try again`,
      { cause },
    );
  });
  return server;
};

/** Waits until the browser comes back with a code or an error; other requests, such as for an icon, get a 404. */
const callbackOf = (server: Server, redirectUri: string, signal: AbortSignal | undefined): Promise<URL> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal?.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    server.on('request', ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
      const called = new URL(url, redirectUri);
      const isCallback = called.searchParams.has('code') || called.searchParams.has('error');
      response.writeHead(isCallback ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(isCallback ? 'You may close this page and go back to the terminal.\n' : 'not found\n', () => {
        if (isCallback) resolve(called);
      });
    });
  });
