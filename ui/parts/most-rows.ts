/** The service gives no more elements at once (src/http/pipeline/page.ts). */
export const mostRows = 2_000;
