/**
 * Cross-origin resource sharing (Fetch standard, section 3.3), if the configuration names an origin: `CORS_ORIGIN`. Callers
 * send a token and never a cookie, so no page of another origin can act for a user who gave it no token.
 */

/** Headers that a page of another origin may send. */
export const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match';

/** Headers of an answer that such a page may read, in addition to those that it may always read. */
const exposedHeaders = 'ETag, Idempotent-Replayed, Location, Retry-After, WWW-Authenticate, X-Log-Next, X-Request-ID';

/** Headers for every answer. They name one origin, or `*`, so that they are the same for everybody. */
export const sharingHeaders = (origin: string | undefined): { readonly [name: string]: string } =>
  origin === undefined
    ? {}
    : { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders };
