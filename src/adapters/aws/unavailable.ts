import { UnavailableError } from '../../foundation/errors.ts';

/**
 * Turns every way a service has of not answering into an UnavailableError: refused and lost connections, timeouts, 5xx,
 * throttling that outlasts the SDK's retries, and credentials that cannot be had. The message names the service only;
 * what happened stands in the cause, for the log.
 */
export const answered = async <Answer>(service: string, call: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await call();
  } catch (error) {
    throw isOutage(error) ? unavailable(service, error) : error;
  }
};

export const unavailable = (service: string, cause: unknown): UnavailableError =>
  new UnavailableError(`${service} did not answer: try again later`, { cause });

/**
 * An answer below 500 that is no throttling is an answer, unless it was cut off or is not to be read; all else the SDK
 * throws is an outage, mistakes of ours aside.
 */
const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  if (error instanceof SyntaxError || outages.test(`${error.name} ${(error as NodeJS.ErrnoException).code ?? ''}`)) {
    return true;
  }
  const { $metadata, $retryable } = error as { $metadata?: { httpStatusCode?: number }; $retryable?: unknown };
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return false;
  return status >= 500 || $retryable !== undefined || throttled.test(error.name);
};

const throttled = /Throttl|ProvisionedThroughputExceeded|LimitExceeded|SlowDown|TooManyRequests|ExpiredToken/;
const outages =
  /TimeoutError|AbortError|CredentialsProviderError|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/;
