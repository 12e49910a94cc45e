/**
 * Refusals as the contract shows them (docs/contract/api.md, "Errors"). This is the only table from the name of an error to
 * its status.
 */

import type { APIGatewayProxyResult } from 'aws-lambda';
import { bearerToken } from '../../foundation/caller.ts';
import { entryOf } from '../../foundation/entry-of.ts';
import { InvalidError, ThrottledError } from '../../foundation/errors.ts';
import { textWithProblems } from '../../foundation/problem-text.ts';
import type { Problem } from '../../tosca/problems.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { jsonType, responseHeaders } from './answer.ts';
import type { Middleware } from './exchange.ts';
import { problemView } from './problem-view.ts';
import type { Request } from './request.ts';

/** Not imported: `import` reads every export of node:http, and one of them loads Node's fetch, a quarter of a function's start. */
export const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Every other error is our own fault: a 500 that reveals nothing. docs/errors.md says what to do about each. */
export const statusOf: { readonly [errorName: string]: number } = {
  InvalidError: 400,
  UnauthenticatedError: 401,
  ForbiddenError: 403,
  NotFoundError: 404,
  ConflictError: 409,
  RequestInProgressError: 409,
  PreconditionFailedError: 412,
  TooLargeError: 413,
  ThrottledError: 429,
  UnavailableError: 503,
  PausedError: 503,
};

/** Seconds after which a client may retry (RFC 9110 section 10.2.3). */
const retryAfter: { readonly [errorName: string]: string } = {
  UnavailableError: '5',
  RequestInProgressError: '2',
  PausedError: '600',
};

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

export const statusFor = (thrown: unknown): number =>
  Object.hasOwn(statusOf, toError(thrown).name) ? (statusOf[toError(thrown).name] ?? 500) : 500;

export const refuse = (thrown: unknown, request: Request): APIGatewayProxyResult => {
  const code = statusFor(thrown);
  const error = toError(thrown);
  const message = code === 500 ? hidden(request) : messageOf(error);
  return {
    statusCode: code,
    headers: {
      ...responseHeaders(request.id),
      'Content-Type': jsonType,
      ...challenged(code, message, request),
      ...later(error),
    },
    body: JSON.stringify({ code, title: titleOf(code), message, ...problemsOf(error) }),
  };
};

/** The only place where a thrown error becomes an answer. */
export const refusals: Middleware = {
  onError: (exchange) => {
    exchange.response = refuse(exchange.error, exchange.event.request);
  },
};

/**
 * The title of a status in RFC 9110. For these two, Node has the names of the standard before it, and the gateway has the
 * new ones.
 */
export const titleOf = (code: number): string =>
  ({ 413: 'Content Too Large', 422: 'Unprocessable Content' })[code] ?? STATUS_CODES[code] ?? 'Error';

const hidden = (request: Request): string =>
  `an internal error occurred; when you report it, quote the request id ${request.id}`;

/** Most problems of a template in one message. A reader fixes a few and tries again. */
const mostProblems = 100;

const messageOf = (error: Error): string =>
  error instanceof InvalidError ? textWithProblems(error, mostProblems) : error.message;

/** The same as data, with the warnings beside them. */
const problemsOf = (error: Error): { readonly problems?: readonly BodyOf<'Problem'>[] } =>
  error instanceof InvalidError && error.problems.length > 0
    ? { problems: error.problems.toSorted(errorsFirst).slice(0, mostProblems).map(problemView) }
    : {};

const errorsFirst = (one: Problem, other: Problem): number =>
  Number(one.severity !== 'error') - Number(other.severity !== 'error');

const challenged = (code: number, message: string, request: Request): { [name: string]: string } =>
  code === 401 || code === 403 ? { 'WWW-Authenticate': challenge(code, message, request) } : {};

const later = (error: Error): { [name: string]: string } => {
  const seconds = error instanceof ThrottledError ? `${error.retryAfterSeconds}` : entryOf(retryAfter, error.name);
  return seconds === undefined ? {} : { 'Retry-After': seconds };
};

/** RFC 6750 section 3: a request without a token gets no error code, since it may not know that it needs one. */
const challenge = (code: 401 | 403, message: string, request: Request): string => {
  const realm = 'Bearer realm="toscanini"';
  if (code === 401 && bearerToken(request.headers['authorization']) === undefined) return realm;
  const error = code === 401 ? 'invalid_token' : 'insufficient_scope';
  return `${realm}, error="${error}", error_description="${quotable(message)}"`;
};

/** Only the characters that RFC 6750 section 3 allows in error_description. */
const quotable = (message: string): string =>
  message.replaceAll('"', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, ' ');
