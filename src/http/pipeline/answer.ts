import type { APIGatewayProxyResult } from 'aws-lambda';
import { InvalidError } from '../../foundation/errors.ts';
import { entityTag, isUnchanged } from './preconditions.ts';
import { isRead, type Request } from './request.ts';

/**
 * What a handler returns. The stack turns it into what the gateway expects. 202 and 204 have no body at all
 * (docs/contract/api.md, "Success codes").
 */
export interface Answer {
  readonly status: 200 | 201 | 202 | 204;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: { readonly [name: string]: string };
  /** only for answers about one thing, which get an ETag: what changes with each version even if the body does not */
  readonly version?: string;
  /** the ETag, where it is known without the body; it must change whenever the body does */
  readonly tag?: string;
}

export const ok = (json: unknown): Answer => ({ status: 200, json });

/** An answer about one thing, with an ETag for conditional requests. */
export const entity = (json: unknown, version = ''): Answer => ({ status: 200, json, version });

export const created = (thing: Answer, location: string): Answer => ({
  ...thing,
  status: 201,
  headers: { Location: location },
});

export const text = (content: string): Answer => ({ status: 200, text: content, version: '' });

export const accepted: Answer = { status: 202 };

export const noContent: Answer = { status: 204 };

export const jsonType = 'application/json;charset=UTF-8';

/** Headers of every response. No cache may keep a response, since it is meant for one caller only. */
export const responseHeaders = (requestId: string): { [name: string]: string } => ({
  'X-Request-ID': requestId,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});

/** In bytes. Lambda passes on 6 MB at most, counted as JSON; a larger answer never arrives. */
const largestAnswer = 5_500_000;

/**
 * The answer as the gateway expects it, or a 304 without a body when the client already has it. InvalidError when it is too
 * large to send, PreconditionFailedError when a GET asks for another version.
 */
export const toResult = (answer: Answer, request: Request): APIGatewayProxyResult => {
  const body = bodyOf(answer);
  const tag = tagOf(answer);
  const headers = { ...responseHeaders(request.id), ...(tag !== undefined && { ETag: tag }) };
  if (isRead(request) && tag !== undefined && isUnchanged(request.headers, tag))
    return { statusCode: 304, headers: { ...headers, ...answer.headers }, body: '' };
  const size = sizeWhenSent(body);
  if (size > largestAnswer)
    throw new InvalidError(`the answer would have ${size} bytes, and at most ${largestAnswer} can be sent; of a list, \
ask for smaller pages (size)`);
  return {
    statusCode: answer.status,
    headers: { ...headers, ...contentType(answer), ...answer.headers },
    body: request.method === 'HEAD' ? '' : body,
  };
};

const bodyOf = ({ text, json }: Answer): string => text ?? (json === undefined ? '' : JSON.stringify(json));

/** The strong validator of an answer about one thing. */
export const tagOf = (answer: Answer): string | undefined =>
  answer.tag ?? (answer.version === undefined ? undefined : entityTag(answer.version, bodyOf(answer)));

/** A character takes six bytes at most, so nearly all answers are short enough to need no counting. */
const sizeWhenSent = (body: string): number =>
  body.length * 6 <= largestAnswer ? body.length : Buffer.byteLength(JSON.stringify(body));

const contentType = (answer: Answer): { [name: string]: string } => {
  if (answer.text !== undefined) return { 'Content-Type': 'text/plain;charset=UTF-8' };
  return answer.json === undefined ? {} : { 'Content-Type': jsonType };
};
