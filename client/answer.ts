import { parseExactly } from '../src/tosca/values/exact-json.ts';
import type { Send } from './calls.ts';
import { notTheService } from './errors.ts';
import type { Answer } from './fetch.ts';

/** A member that every answer of this kind has; `list`: the answer is a list. */
export type Expected<Body> = (keyof Body & string) | 'list' | 'object';

/** The body of an answer. UnexpectedAnswerError when it is not what the service sends: a proxy or another server answered. */
export const bodyOf = async <Body>(response: Answer, path: string, expected: Expected<Body>): Promise<Body> => {
  const text = await response.text();
  const body = parsed(text, path);
  const isList = Array.isArray(body);
  const fits = expected === 'list' ? isList : typeof body === 'object' && body !== null && !isList;
  if (!fits || !(expected === 'list' || expected === 'object' || expected in (body as object)))
    throw notTheService(path, text);
  return body as Body;
};

const parsed = (text: string, path: string): unknown => {
  try {
    return parseExactly(text);
  } catch (cause) {
    throw notTheService(path, text, cause);
  }
};

/** The text of an answer. UnexpectedAnswerError when it is a page. */
export const textOf = async (response: Answer, path: string): Promise<string> => {
  const text = await response.text();
  if (!/^text\/plain\b/.test(response.headers.get('content-type') ?? '')) throw notTheService(path, text);
  return text;
};

/** Sends a request and reads its JSON. */
export const requestJson = async <Body>(
  send: Send,
  path: string,
  expected: Expected<Body>,
  call?: Parameters<Send>[1],
): Promise<Body> => bodyOf(await send(path, call), path, expected);

/**
 * Sends a change whose answer says nothing. UnexpectedAnswerError when it is a page: something else has answered, such as one for
 * logging in, and nothing was changed.
 */
export const accepted = async (send: Send, path: string, call: Parameters<Send>[1]): Promise<void> => {
  const text = await (await send(path, call)).text();
  if (text.trim() !== '') parsed(text, path);
};
