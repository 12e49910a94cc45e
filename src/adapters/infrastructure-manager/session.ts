import type * as v from 'valibot';
import { ProviderFailedError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { type Reply, type RestRequest, restClient } from '../rest/client.ts';
import { type AuthorizationForm, type AuthorizationLine, authorizationHeader } from './authorization.ts';
import { type ImCall, needsFreshToken, translateImError } from './errors.ts';

export interface ImOptions {
  /** such as `https://im.example.org/im`; may have a path prefix */
  readonly url: string;
  /**
   * The header's lines for a provider: the Infrastructure Manager's own first, then the cloud's. Read anew for every call.
   */
  readonly authorization: (
    providerId: string,
    options?: { readonly fresh?: boolean; readonly creating?: boolean },
  ) => Promise<readonly AuthorizationLine[]>;
  /** `lines` for servers before 1.19.1 */
  readonly authorizationForm?: AuthorizationForm;
  /** for each call to the Infrastructure Manager, in milliseconds; default 30 s */
  readonly deadlineMs?: number;
  readonly fetch?: typeof fetch;
}

/** Calls with the credentials of one provider. Every failure is an error of the domain. */
export interface Session {
  readonly lines: readonly AuthorizationLine[];
  send(call: ImCall, request: RestRequest): Promise<Reply>;
  read<Schema extends v.GenericSchema>(
    call: ImCall,
    request: RestRequest,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>>;
}

type Sessions = (providerId: string, purpose?: { readonly creating: boolean }) => Promise<Session>;

/** `creating`: nothing exists yet at the provider, so missing credentials are a final error. */
export const sessions = (options: ImOptions): Sessions => {
  const { url, authorization, authorizationForm = 'json', deadlineMs, fetch } = options;
  const name = 'Infrastructure Manager';
  const client = restClient({ name, url, deadlineMs, fetch });
  return async (providerId, purpose) => {
    const held = { lines: await authorization(providerId, purpose), isUsers: false };
    const header = (): string => {
      try {
        return authorizationHeader(held.lines, authorizationForm);
      } catch (error) {
        throw purpose?.creating === true ? error : aboutStanding(error);
      }
    };
    const written = (request: RestRequest): RestRequest => {
      const own = { Authorization: header(), Accept: 'application/json' };
      return { ...request, headers: { ...request.headers, ...own } };
    };
    /**
     * Gets a fresh token: a token may be refused before it expires. A refused call did nothing, so a second one is safe.
     */
    const renewed = async (error: unknown): Promise<boolean> => {
      if (!needsFreshToken(error)) return false;
      const before = JSON.stringify(held.lines);
      held.lines = await authorization(providerId, { ...purpose, fresh: true });
      held.isUsers = JSON.stringify(held.lines) !== before;
      return held.isUsers;
    };
    const attempt = async <T>(call: ImCall, run: () => Promise<T>): Promise<T> => {
      try {
        return await run().catch(async (error: unknown) => {
          if (await renewed(error)) return run();
          throw error;
        });
      } catch (error) {
        throw translateImError(error, call, held);
      }
    };
    return {
      get lines() {
        return held.lines;
      },
      send: (call, request) => attempt(call, () => client.send(written(request))),
      read: (call, request, schema) => attempt(call, () => client.read(written(request), schema)),
    };
  };
};

/** An infrastructure still exists if the credentials for it cannot be sent. */
const aboutStanding = (error: unknown): unknown =>
  error instanceof ProviderFailedError
    ? new ProviderUnavailableError(error.message, { cause: error, outageCause: 'credentials-refused' })
    : error;

/** A GET request about one infrastructure. */
export const get = (id: string, below: string): RestRequest => ({ method: 'GET', path: path(id, below) });

export const path = (id: string, below = ''): string => `/infrastructures/${encodeURIComponent(id)}${below}`;

/** The id in an address that the server gave. Only the id counts: the host may be one that only the server knows. */
export const idOf = (address: string): string | undefined => /\/infrastructures\/([^\s"/?#]+)/.exec(address)?.[1];

/** Requests in flight at once, where one question needs many. */
const width = 8;

/** Yields results in the order of the items, a few at a time. When the consumer stops, no further requests are sent. */
export async function* inBatches<T, R>(items: readonly T[], run: (item: T) => Promise<R>): AsyncGenerator<R> {
  for (let from = 0; from < items.length; from += width) {
    yield* await Promise.all(items.slice(from, from + width).map(run));
  }
}
