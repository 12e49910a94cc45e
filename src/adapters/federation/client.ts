import { UnavailableError } from '../../foundation/errors.ts';
import { type RestClient, RestError, restClient } from '../rest/client.ts';

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
 * A client for a service of the federation. No answer, a 5xx or a 429 is an UnavailableError, which the workflow retries.
 * Any other unusable answer is the service's own error. Both errors say who answered what.
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
  const isOutage = failure === 'transport' || status >= 500 || status === 429;
  return isOutage
    ? new UnavailableError(`${name} is not available: ${error.message}`, { cause: error })
    : new Wrong(error.message, { cause: error });
};

/** The HTTP status that caused a service's error. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && error.cause instanceof RestError ? error.cause.status : undefined;
