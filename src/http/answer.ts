import type { APIGatewayProxyResult } from 'aws-lambda';
import { InvalidError } from '../domain/errors.ts';

/** What a handler says; the stack turns it into what the gateway wants. No body at all for 202 and 204 (interface.md, Success codes). */
export interface Answer {
  readonly status: 200 | 201 | 202 | 204;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: { readonly [name: string]: string };
}

export const ok = (json: unknown): Answer => ({ status: 200, json });

export const created = (json: unknown, location: string): Answer => ({
  status: 201,
  json,
  headers: { Location: location },
});

export const text = (content: string): Answer => ({ status: 200, text: content });

export const noContent: Answer = { status: 204 };

export const jsonType = 'application/json;charset=UTF-8';

/** Every response: who got it is nobody else's business, so no cache may keep it. */
export const responseHeaders = (requestId: string): { [name: string]: string } => ({
  'X-Request-ID': requestId,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});

/** Lambda hands over 6 MB at most, counted as JSON; what is larger never arrives. */
const largestAnswer = 5_500_000;

/** InvalidError for an answer that is too large to be sent. */
export const toResult = (answer: Answer, requestId: string): APIGatewayProxyResult => {
  const body = answer.text ?? (answer.json === undefined ? '' : JSON.stringify(answer.json));
  const size = sizeWhenSent(body);
  if (size > largestAnswer)
    throw new InvalidError(`the answer would have ${size} bytes, and at most ${largestAnswer} can be sent; of a list, \
ask for smaller pages (size)`);
  return {
    statusCode: answer.status,
    headers: { ...responseHeaders(requestId), ...contentType(answer), ...answer.headers },
    body,
  };
};

/** A character takes six bytes at most, so short answers, nearly all, need no counting. */
const sizeWhenSent = (body: string): number =>
  body.length * 6 <= largestAnswer ? body.length : Buffer.byteLength(JSON.stringify(body));

const contentType = (answer: Answer): { [name: string]: string } => {
  if (answer.text !== undefined) return { 'Content-Type': 'text/plain;charset=UTF-8' };
  return answer.json === undefined ? {} : { 'Content-Type': jsonType };
};
