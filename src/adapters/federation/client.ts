import { UnavailableError } from '../../foundation/errors.ts';
import { isLoad, isPage, type RestClient, RestError, restClient } from '../rest/client.ts';

export interface FederationClientOptions {
  readonly url: string;
  /**
   * for each call, in milliseconds; default 10 s, so that the whole chain of calls fits into the 90 s of the ranking step
   */
  readonly deadlineMs?: number;
  readonly fetch?: typeof fetch;
}

export type FederationClient = Pick<RestClient, 'read'>;

type Named = new (message: string, options: { readonly cause: unknown }) => Error;

/**
 * A client for a service of the federation. No answer, a 5xx, 408, 425 or 429, and an answer that a proxy gives in its place are an
 * UnavailableError, which the workflow retries. Any other unusable answer is the service's own error. Both errors say who
 * answered what.
 */
export const federationClient = (name: string, Wrong: Named, options: FederationClientOptions): FederationClient => {
  const { url, deadlineMs = 10_000, fetch } = options;
  const client = restClient({ name, url, deadlineMs, fetch });
  return {
    read: async (request, schema) => {
      try {
        return await client.read(request, schema);
      } catch (error) {
        throw error instanceof RestError ? translate(name, Wrong, error) : error;
      }
    },
  };
};

const translate = (name: string, Wrong: Named, error: RestError): Error => {
  const { failure, status = 0 } = error;
  const isOutage = failure === 'transport' || status >= 500 || isLoad(status) || isOfProxy(error);
  return isOutage
    ? new UnavailableError(`${name} is not available: ${error.message}`, { cause: error })
    : new Wrong(error.message, { cause: error });
};

/**
 * A body that is no JSON, a redirect, or a 404 that is a page: none of these services answers so, and only the service itself may
 * say what it does not know (docs/decisions/0024).
 */
const isOfProxy = (error: RestError): boolean => {
  const { failure, cause, status = 0 } = error;
  if (failure === 'content') return cause instanceof SyntaxError;
  return (status >= 300 && status < 400) || (status === 404 && isPage(error));
};

/**
 * Whether the service's own error says nothing about what was asked for: a body of another form, or a refusal. A 404 says
 * that there is no such thing.
 */
export const isOddAnswer = (error: Error): boolean =>
  error.cause instanceof RestError && ['content', 'status'].includes(error.cause.failure) && error.cause.status !== 404;

/** The HTTP status by which the service itself caused an error; none if it could not be reached. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && !(error instanceof UnavailableError) && error.cause instanceof RestError
    ? error.cause.status
    : undefined;
