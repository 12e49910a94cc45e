import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as oauth from 'oauth4webapi';
import { LaptopError, wordsOf } from '../machine/laptop-error.ts';

/** A login at an OpenID Connect issuer, as a public client. */
export interface Login {
  /** exactly the `iss` claim of its tokens */
  readonly issuer: string;
  readonly clientId: string;
  /** the redirect address that the issuer knows, on this machine */
  readonly redirectUri: string;
  /** shows the address where the user logs in */
  readonly show: (url: URL) => void;
}

const scope = 'openid email';

/**
 * An access token by authorization code with PKCE (RFC 7636): the browser comes back to a server on this machine (RFC 8252
 * section 7.3). Waits for the user. Throws LaptopError when the issuer refuses or the port is in use.
 */
export const login = async ({ issuer, clientId, redirectUri, show }: Login): Promise<string> => {
  const server = await listening(new URL(redirectUri));
  try {
    const as = await discovered(issuer);
    const client: oauth.Client = { client_id: clientId };
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    show(await authorizationUrl(as, { clientId, redirectUri, verifier, state }));
    const parameters = oauth.validateAuthResponse(as, client, await callbackOf(server, redirectUri), state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.None(),
      parameters,
      redirectUri,
      verifier,
      optionsOf(issuer),
    );
    return (await oauth.processAuthorizationCodeResponse(as, client, response)).access_token;
  } catch (cause) {
    throw new LaptopError(`the login at ${issuer} failed: ${reasonOf(cause)}`, { cause });
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

const reasonOf = (cause: unknown): string =>
  cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError
    ? `${cause.error}: ${cause.error_description ?? 'no reason was given'}`
    : wordsOf(cause);

/** Only an issuer on this machine, such as the sandbox's, may be reached without TLS. */
const optionsOf = (issuer: string) => ({
  [oauth.allowInsecureRequests]: ['localhost', '127.0.0.1'].includes(new URL(issuer).hostname),
});

const discovered = async (issuer: string): Promise<oauth.AuthorizationServer> => {
  const url = new URL(issuer);
  return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, optionsOf(issuer)));
};

const authorizationUrl = async (
  { authorization_endpoint: endpoint, issuer }: oauth.AuthorizationServer,
  asked: { readonly clientId: string; readonly redirectUri: string; readonly verifier: string; readonly state: string },
): Promise<URL> => {
  if (endpoint === undefined) throw new Error(`${issuer} publishes no authorization_endpoint`);
  const url = new URL(endpoint);
  url.search = new URLSearchParams({
    client_id: asked.clientId,
    redirect_uri: asked.redirectUri,
    response_type: 'code',
    scope,
    state: asked.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(asked.verifier),
    code_challenge_method: 'S256',
  }).toString();
  return url;
};

const listening = async ({ hostname, port }: URL): Promise<Server> => {
  const server = createServer();
  server.listen(Number(port), hostname);
  await once(server, 'listening').catch((cause) => {
    throw new LaptopError(
      `port ${port} of ${hostname} is in use: stop the program that listens there, then try again`,
      {
        cause,
      },
    );
  });
  return server;
};

/** Waits until the browser comes back with a code or an error; other requests, such as for an icon, get a 404. */
const callbackOf = (server: Server, redirectUri: string): Promise<URL> =>
  new Promise((resolve) => {
    server.on('request', ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
      const called = new URL(url, redirectUri);
      const isCallback = called.searchParams.has('code') || called.searchParams.has('error');
      response.writeHead(isCallback ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(isCallback ? 'You may close this page and go back to the terminal.\n' : 'not found\n', () => {
        if (isCallback) resolve(called);
      });
    });
  });
