import type { Login } from '../service/logins.ts';

/**
 * What the page may do (Content Security Policy, level 3): load its own files, and talk to this API and to the issuers.
 * Nothing inline, nothing of anybody else, and no page may frame it.
 */
const policy = (issuers: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...issuers].join(' ')}`,
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The headers of the page. With a name of its own, browsers are told to use nothing but TLS for it. */
export const pageHeaders = (
  logins: readonly Login[],
  publicBaseUrl: string | undefined,
): { readonly [name: string]: string } => ({
  'Content-Security-Policy': policy(originsOf(logins)),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...(publicBaseUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
});

/** An issuer's discovery document, and where its tokens are, which may be another host. */
const originsOf = (logins: readonly Login[]): readonly string[] => [
  ...new Set(
    logins
      .flatMap(({ issuer, origins = [] }) => [issuer, ...origins])
      .filter((address) => URL.canParse(address))
      .map((address) => new URL(address).origin),
  ),
];
