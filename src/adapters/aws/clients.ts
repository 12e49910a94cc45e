/**
 * What the SDK's clients have in common: the same deadlines and the same meaning of "does not answer". Each client is made
 * in a file of its own, so that a function loads only those that it uses.
 */

/** A service that is slower than this counts as down. Three tries take well below the gateway's 29 seconds. */
export const clientTimeouts = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};

/** Outside the SDK's own retries. */
export const outermost = { step: 'initialize', priority: 'high' } as const;

/** Tag of the SDK's middleware that copies each request and answer for its log. We write none, so that clients go without it. */
export const sdkLog = 'LOGGER';
