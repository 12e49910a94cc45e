/** What is known of logins without asking an issuer. */

import type { Login } from '../../client/types.ts';

export interface Tokens {
  readonly access: string;
  readonly refresh: string | undefined;
  /** milliseconds since 1970 */
  readonly receivedAt: number;
  readonly expiresAt: number;
}

/**
 * Of those that the service names, the issuers that send a browser back to this page, each with the client for pages. One
 * that compares whole addresses must know that of this page.
 */
export const forPages = (logins: readonly Login[]): readonly Login[] =>
  logins
    .filter(({ redirectUri: loopback, pageUri }) => loopback === undefined || pageUri === redirectUri())
    .map((login) => ({ ...login, clientId: login.pageClientId ?? login.clientId }));

/** What must be remembered while the browser is at the issuer. None of it is a token. */
export interface Started {
  readonly login: Login;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  /** the address to come back to, below the mount */
  readonly back: string;
}

/** More fields of the request for tokens: who one wants to be at the issuer of a sandbox. */
export type TokenFields = Readonly<Record<string, string>>;

/** Where an issuer sends the browser back to. */
export const redirectUri = (): string => new URL('.', document.baseURI).href;

/** Such as the sandbox's issuer. */
export const isLocal = (address: string): boolean => ['localhost', '127.0.0.1'].includes(new URL(address).hostname);
