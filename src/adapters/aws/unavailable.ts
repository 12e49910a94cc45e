import { UnavailableError } from '../../foundation/errors.ts';

/**
 * Turns every way in which a service does not answer into an UnavailableError: refused and lost connections, timeouts, 5xx,
 * throttling that outlasts the SDK's retries, and missing credentials. The message names only the service. The cause, for
 * the log, says what happened.
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
 * An answer below 500 counts as an answer, unless it is throttling, broken off or unreadable. Every other error of the SDK
 * is an outage, except mistakes in our own code.
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
