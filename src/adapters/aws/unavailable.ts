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

/** The parts of the SDK's errors that tell an outage from an answer. */
interface SdkError extends NodeJS.ErrnoException {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $retryable?: object;
}

/**
 * An answer below 500 counts as an answer, unless it is throttling, broken off or unreadable. Mistakes in our own code have
 * no answer, and are no outage.
 */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name, code = '', $metadata, $retryable }: SdkError = error;
  if (error instanceof SyntaxError || outages.test(`${name} ${code}`)) return true;
  return ($metadata?.httpStatusCode ?? 0) >= 500 || $retryable !== undefined || throttled.test(name);
};

const throttled = /Throttl|ProvisionedThroughputExceeded|LimitExceeded|SlowDown|TooManyRequests|ExpiredToken/;
const outages =
  /TimeoutError|AbortError|CredentialsProviderError|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/;
