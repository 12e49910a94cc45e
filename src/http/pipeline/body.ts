import { InvalidError, TooLargeError } from '../../foundation/errors.ts';
import { wholeNumber } from '../../tosca/values/exact-json.ts';
import type { Request } from './request.ts';

/** Largest request body in bytes, if the installation configures no other. */
export const bodyLimit = 1024 * 1024;

/** JSON nested deeper than this is refused: no client sends it, and the stack and the database could not take it. */
const depthLimit = 24;

/**
 * The JSON object in a request's body. InvalidError says where the text stops being JSON; TooLargeError when it has more
 * bytes than `limit`.
 */
export const readBody = (request: Request, limit = bodyLimit): { readonly [name: string]: unknown } => {
  const text = decode(request, limit).replace(/^\ufeff/, ''); // editors on Windows write a byte order mark
  refuseOtherCharset(request, text);
  if (text.trim() === '') throw new InvalidError('the request has no body; send a JSON object');
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidError(`the body is ${kindOf(value)}; send a JSON object`);
  if (isDeeper(value, depthLimit))
    throw new InvalidError(`the body is nested more than ${depthLimit} levels deep; send a flatter one`);
  if (!isWellFormed(value))
    throw new InvalidError(
      'the body has half a character (a lone surrogate), which no file and no database takes; send whole characters',
    );
  return exactly(text, value as { [name: string]: unknown });
};

const decode = ({ body = '', isBase64 }: Request, limit: number): string => {
  const bytes = isBase64 ? Buffer.from(body, 'base64') : undefined;
  const size = bytes?.length ?? Buffer.byteLength(body);
  if (size > limit)
    throw new TooLargeError(`the body has ${size} bytes; at most ${limit} are taken, so import parts of the template`);
  return bytes ? bytes.toString('utf8') : body;
};

/**
 * JSON is UTF-8 (RFC 8259 section 8.1), and so it was read. In another charset a character such as é, also of a password,
 * has become U+FFFD. ASCII is the same in all that clients send.
 */
const refuseOtherCharset = ({ headers }: Request, text: string): void => {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(headers['content-type'] ?? '') ?? [];
  if (/^utf-?8$/i.test(charset) || !text.includes('\ufffd')) return;
  throw new InvalidError(`the body is in ${charset}, as its Content-Type says, and JSON is read as UTF-8; send UTF-8`);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidError(`the body is not JSON: ${looksLikeJson(text) ? at(cause, text) : notEven}`, { cause });
  }
};

/** only such a number can change when it is read: it has many digits, or a large exponent */
const longNumber = /[0-9]{16}|[0-9][eE]\+?[0-9]{3}/;

/**
 * The value of the text with the digits of every whole number that JavaScript would change, such as a long id. A number
 * that it has no value for stays a text. So an input gets what was sent, or a refusal. The text is not deep, since the
 * engine calls itself for each level.
 */
const exactly = <Value>(text: string, value: Value): Value =>
  longNumber.test(text) ? JSON.parse(text, exactNumber) : value;

const exactNumber = (_name: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown => {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) return source;
  return /^-?[0-9]+$/.test(source) ? wholeNumber(source) : value;
};

const looksLikeJson = (text: string): boolean => /^\s*[[{"]/.test(text);

/** Most often such a body is YAML, where the message of a JSON parser does not help. */
const notEven =
  'it does not begin with {; send a JSON object, and a template as a text within it, such as {"template": "tosca_definitions_version: …"}';

const at = (cause: unknown, text: string): string => `${mistake(cause)} at ${place(text)}`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * The reason in the engine's words. Leaves out the position, which the engine gives only sometimes, and its excerpt of the
 * body.
 */
const mistake = (cause: unknown): string =>
  messageOf(cause)
    .replace(/ in JSON.*$|, .*$| of JSON input$/s, '')
    .replace(/^[A-Z]/, (first) => first.toLowerCase());

/** Whether the text is wrong before its end, and not just incomplete. */
const isBroken = (text: string): boolean => {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const at = / position (\d+)/.exec(messageOf(error))?.[1];
    return at === undefined ? messageOf(error).startsWith('Unexpected token') : Number(at) < text.length;
  }
};

/** Where the shortest wrong beginning of the text ends. Found by bisection, since the engine does not always say. */
const place = (text: string): string => {
  let sound = 0;
  let broken = text.length + 1;
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (isBroken(text.slice(0, middle))) broken = middle;
    else sound = middle;
  }
  const lines = text.slice(0, sound).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
};

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
};

const isDeeper = (value: unknown, limit: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((member) => isDeeper(member, limit - 1));
};

const isWellFormed = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member));
};
