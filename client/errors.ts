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

/** The service refused a request, or did not answer it. */
export class ToscaniniError extends Error {
  override readonly name: ErrorName;
  /** the HTTP status; undefined when no answer came */
  readonly status: number | undefined;
  /** the service's id of the request, for its operators */
  readonly requestId: string | undefined;

  constructor(message: string, options: { name: ErrorName; status?: number; requestId?: string; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = options.name;
    this.status = options.status;
    this.requestId = options.requestId;
  }
}

/** The error of an answer from 400 on: docs/contract/api.md, "Errors". */
export const errorOf = async (response: Response, url: string): Promise<ToscaniniError> => {
  const { status } = response;
  const text = await response.text();
  const name = nameOf[status] ?? (status >= 500 ? 'UnavailableError' : 'UnexpectedAnswerError');
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return new ToscaniniError(messageIn(text) ?? `${url} answered ${status}: ${text.slice(0, 200) || 'nothing'}`, {
    name,
    status,
    ...(requestId !== undefined && { requestId }),
  });
};

const messageIn = (text: string): string | undefined => {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    // not from the service: a proxy answered with a page
    return undefined;
  }
};
