/**
 * Cross-origin resource sharing (Fetch standard, section 3.3), where the configuration names an origin: `CORS_ORIGIN`. Callers show who
 * they are by a token and never by a cookie, so that no page of another origin can act for a user who gave it none.
 */

/** What a page of another origin may send. */
export const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match';

/** What it may read of an answer, beside what everybody may. */
const exposedHeaders = 'ETag, Idempotent-Replayed, Location, Retry-After, WWW-Authenticate, X-Request-ID';

/** On every answer. One origin, or `*`, so that an answer is the same for everybody. */
export const sharingHeaders = (origin: string | undefined): { readonly [name: string]: string } =>
  origin === undefined
    ? {}
    : { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders };
