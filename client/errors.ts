import type { Answer } from './fetch.ts';
import type { Problem } from './types.ts';

/** One name for each kind of failure; a program decides by `name`, a person reads `message`. */
export type ErrorName =
  | 'InvalidError'
  | 'UnauthenticatedError'
  | 'ForbiddenError'
  | 'NotFoundError'
  | 'ConflictError'
  | 'PreconditionFailedError'
  | 'TooLargeError'
  | 'ThrottledError'
  | 'UnavailableError'
  /** where one signs in, which gives no token now */
  | 'SilentIssuerError'
  | 'UnexpectedAnswerError';

const nameOf: { readonly [status: number]: ErrorName } = {
  400: 'InvalidError',
  401: 'UnauthenticatedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  409: 'ConflictError',
  412: 'PreconditionFailedError',
  413: 'TooLargeError',
  429: 'ThrottledError',
};

/** What a proxy may refuse for itself. All else is the service's to say: only it knows whether something is there, or yours. */
const alsoOfProxies: ReadonlySet<number> = new Set([401, 413, 429]);

const nameIn = (status: number, isOfTheService: boolean): ErrorName => {
  if (status >= 500) return 'UnavailableError';
  return (isOfTheService || alsoOfProxies.has(status) ? nameOf[status] : undefined) ?? 'UnexpectedAnswerError';
};

interface ErrorOptions {
  readonly name: ErrorName;
  readonly status?: number;
  readonly requestId?: string;
  readonly retryAfter?: number;
  readonly problems?: readonly Problem[];
  readonly cause?: unknown;
}

/** The service refused a request, or did not answer it. */
export class ToscaniniError extends Error {
  override readonly name: ErrorName;
  /** the HTTP status; undefined when no answer came */
  readonly status: number | undefined;
  /** the service's id of the request, for its operators */
  readonly requestId: string | undefined;
  /** seconds after which the service wants to be asked again (RFC 9110 section 10.2.3); undefined: it does not say */
  readonly retryAfter: number | undefined;
  /** of a template that was refused: what is wrong, and where; else empty */
  readonly problems: readonly Problem[];

  constructor(message: string, options: ErrorOptions) {
    super(message, { cause: options.cause });
    this.name = options.name;
    this.status = options.status;
    this.requestId = options.requestId;
    this.retryAfter = options.retryAfter;
    this.problems = options.problems ?? [];
  }
}

/** Longer than what is worth a wait, in seconds. */
const minutes = 120;

/** Whether the service wants to be asked again only after minutes: a paused one takes no change while that is repeated. */
export const asksForMinutes = ({ retryAfter = 0 }: Pick<ToscaniniError, 'retryAfter'>): boolean => retryAfter > minutes;

// something else may answer in the place of a service that is started again
const passes: ReadonlySet<ErrorName> = new Set([
  'UnavailableError',
  'SilentIssuerError',
  'ThrottledError',
  'UnexpectedAnswerError',
]);

/** Whether a later question may get an answer. */
export const isPassing = (error: unknown): error is ToscaniniError =>
  error instanceof ToscaniniError && passes.has(error.name);

/** The error of an answer from 400 on: docs/contract/api.md, "Errors". */
export const errorOf = async (
  response: Answer,
  url: string,
  words: (message: string) => string = (message) => message,
): Promise<ToscaniniError> => {
  const { status } = response;
  const text = await response.text();
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const { code, message, problems } = refusalIn(text);
  const name = nameIn(status, code === status);
  return new ToscaniniError(message === undefined ? `${url} answered ${status}: ${excerpt(text)}` : words(message), {
    name,
    status,
    ...(requestId !== undefined && { requestId }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(problems && { problems }),
  });
};

/** What a page says, without its markup. */
const excerpt = (text: string): string => {
  const [, title] = /<title>([^<]+)/i.exec(text) ?? [];
  const words = title ?? text.replaceAll(/<[^<>]*>/g, ' ');
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, 200) || 'nothing';
};

/** Something else than a service has answered: a proxy, a login page, another server. */
export const notTheService = (path: string, text: string, cause?: unknown): ToscaniniError =>
  new ToscaniniError(
    `no Toscanini service answers here: for ${path} it says "${excerpt(text)}"; check the address of the service`,
    { name: 'UnexpectedAnswerError', cause },
  );

interface Refusal {
  readonly code?: unknown;
  readonly message?: string;
  readonly problems?: readonly Problem[];
}

const refusalIn = (text: string): Refusal => {
  try {
    const { code, message, problems } = JSON.parse(text) as { code?: unknown; message?: unknown; problems?: unknown };
    return {
      code,
      ...(typeof message === 'string' && { message }),
      ...(Array.isArray(problems) && { problems: problems as readonly Problem[] }),
    };
  } catch {
    // not from the service: a proxy answered with a page
    return {};
  }
};
