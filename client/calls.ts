import { asksForMinutes, errorOf, isPassing, ToscaniniError } from './errors.ts';
import type { Answer, Fetch } from './fetch.ts';

export interface ClientOptions {
  /** base address of the service, such as `http://127.0.0.1:8080` */
  readonly url: string;
  /** gives a valid bearer token, or undefined for routes that need none; called before each request */
  readonly token: () => string | undefined | Promise<string | undefined>;
  /** default: `fetch` of the runtime */
  readonly fetch?: Fetch;
  /** default: a random UUID */
  readonly newIdempotencyKey?: () => string;
  /** default: a timer */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** milliseconds since 1970; default: the clock of this device */
  readonly now?: () => number;
  /** tries of one request before its error is thrown; default 5 */
  readonly tries?: number;
  /** ends every request that only reads. A change on its way is waited for, since only its answer says what became of it */
  readonly signal?: AbortSignal;
  /** what is said instead of a refusal's own words, which name routes of the API; default: those */
  readonly words?: (message: string) => string;
  /** called before a request is sent again, with the error of the last try */
  readonly onRepeat?: (error: ToscaniniError) => void;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly query?: { readonly [name: string]: string | number | boolean | undefined };
  readonly headers?: { readonly [name: string]: string };
  readonly signal?: AbortSignal | undefined;
  /** default: that of the client */
  readonly onRepeat?: ClientOptions['onRepeat'];
}

/** Sends one request, as often as needed. ToscaniniError when the service refuses it or never answers. */
export type Send = (path: string, call?: Call) => Promise<Answer>;

/** Statuses of a service that cannot answer now; the request may be repeated. */
const passing = new Set([429, 502, 503, 504]);

/**
 * A change carries an Idempotency-Key, the same in each try: the service carries it out once, however often it arrives
 * (docs/contract/silent-points.md, "Repeated and conditional requests").
 */
export const sender =
  (options: ClientOptions): Send =>
  async (path, call = {}) => {
    const { tries = 5, sleep = timer } = options;
    const { onRepeat = options.onRepeat } = call;
    const request = requestOf(options, path, call);
    const signal = both(call.signal, options.signal);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await once(options, request, onlyReads(call) ? signal : call.signal);
      const isAnswer = !(outcome instanceof ToscaniniError);
      if (isAnswer && (outcome.ok || outcome.status === 304)) return outcome;
      const error = isAnswer ? await errorOf(outcome, request.url, options.words) : outcome;
      if (attempt === tries || (isAnswer && !isWorthRepeating(outcome, error, call))) throw error;
      onRepeat?.(error);
      await sleep(pauseAfter(attempt, error), signal);
    }
  };

/** What a service refuses for minutes is told at once, unless the call only reads. */
const isWorthRepeating = ({ status }: Answer, error: ToscaniniError, call: Call): boolean =>
  passing.has(status) && (onlyReads(call) || !asksForMinutes(error));

const onlyReads = ({ method = 'GET', query = {} }: Call): boolean => method === 'GET' || query['dryRun'] === true;

const both = (one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined =>
  one && other ? AbortSignal.any([one, other]) : (one ?? other);

interface Prepared {
  readonly url: string;
  readonly init: RequestInit;
}

const requestOf = (
  options: ClientOptions,
  path: string,
  { method = 'GET', body, query = {}, headers }: Call,
): Prepared => {
  const url = new URL(`${options.url.replace(/(?<!\/)\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, `${value}`);
  const { newIdempotencyKey = () => crypto.randomUUID() } = options;
  const own = {
    Accept: 'application/json, text/plain',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(method !== 'GET' && { 'Idempotency-Key': newIdempotencyKey() }),
    ...headers,
  };
  return {
    url: url.href,
    init: { method, headers: own, ...(body !== undefined && { body: JSON.stringify(body) }) },
  };
};

/** Milliseconds for one answer: a gateway gives up after half of it. */
const patience = 60_000;

/** What browsers say of a connection that failed: nothing of the reason. */
const unexplained = /^(Failed to fetch|NetworkError|Load failed)/;

export const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return `${cause}`;
  if (cause.name === 'TimeoutError') return 'nothing came in time';
  if (cause.cause instanceof Error) return cause.cause.message;
  return unexplained.test(cause.message) ? 'the network is gone, or something blocks the connection' : `${cause}`;
};

/** The answer, or the error of a connection that gave none or only a part of it. */
const once = async (
  { fetch: send = fetch, token }: ClientOptions,
  { url, init }: Prepared,
  signal: AbortSignal | undefined,
): Promise<Answer | ToscaniniError> => {
  const given = await tokenFrom(token);
  if (given instanceof ToscaniniError) return given;
  // the error of `fetch` would show the token
  if (given !== undefined && !/^[\x21-\x7e]*$/.test(given))
    throw new ToscaniniError('the token has a space, a line break or a letter that no token has', {
      name: 'UnauthenticatedError',
    });
  const headers = { ...init.headers, ...(given !== undefined && { Authorization: `Bearer ${given}` }) };
  const limit = AbortSignal.timeout(patience);
  try {
    return await whole(await send(url, { ...init, headers, signal: both(signal, limit) ?? limit }));
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (cause instanceof ToscaniniError) return cause;
    const why = limit.aborted ? `nothing came in ${patience / 1_000} s` : reasonOf(cause);
    return new ToscaniniError(`${new URL(url).origin} does not answer: ${why}`, { name: 'UnavailableError', cause });
  }
};

/** The error of an issuer that does not answer: it is asked again with the request. */
const tokenFrom = async (token: ClientOptions['token']): Promise<string | undefined | ToscaniniError> => {
  try {
    return await token();
  } catch (cause) {
    if (isPassing(cause)) return cause;
    throw cause;
  }
};

/** An answer whose body has arrived: a connection that is cut in the middle counts as one without an answer. */
const whole = async (response: Answer): Promise<Answer> => {
  const { status, ok, headers } = response;
  const text = await response.text();
  return { status, ok, headers, text: async () => text };
};

const longestPauseSeconds = 30;

/** The pause that the service asks for, or else twice the last one. */
const pauseAfter = (attempt: number, { retryAfter = 0 }: ToscaniniError): number => {
  const seconds = retryAfter > 0 ? retryAfter : 2 ** (attempt - 2);
  return Math.min(seconds, longestPauseSeconds) * 1000;
};

export const timer = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(running);
      reject(signal?.reason);
    };
    const running = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
