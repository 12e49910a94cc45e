import type * as v from 'valibot';
import { examine, ShapeError } from '../../foundation/shape/examine.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { BodyTooLarge, readText } from './body.ts';

/** An outside system that speaks HTTP. Messages call it by its `name`, such as `Infrastructure Manager`. */
export interface RestTarget {
  readonly name: string;
  /** base address; a path prefix is kept. It must not hold a user name or password: credentials go into headers */
  readonly url: string;
  /** for each call, from sending to the last byte, in milliseconds; default 30 s */
  readonly deadlineMs?: number | undefined;
  /** largest body accepted, in bytes; default 4 MiB */
  readonly maxBytes?: number;
  readonly fetch?: typeof fetch | undefined;
}

export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** path below the base address, starting with `/`, already encoded */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly deadlineMs?: number;
  readonly maxBytes?: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * transport: no whole answer (unreachable, broken off, past the deadline, too large). status: an answer other than 2xx.
 * content: a 2xx answer whose body has another shape than agreed. request: not sent, since HTTP cannot carry it.
 */
export type RestFailure = 'transport' | 'status' | 'content' | 'request';

/**
 * The only error of a call; each adapter turns it into a named error of the domain. Holds no header and no request body.
 */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly failure: RestFailure;
  readonly status: number | undefined;
  /** body of an answer other than 2xx */
  readonly text: string;
  constructor(message: string, failure: RestFailure, options: { reply?: Reply; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.failure = failure;
    this.status = options.reply?.status;
    this.text = options.reply?.text ?? '';
  }
}

/**
 * Too many requests (429), or a request that took too long (408, 425), means load at a proxy or server. It does not judge
 * the request itself.
 */
export const isLoad = (status: number): boolean => [408, 425, 429].includes(status);

/** Whether the body is a page for people, as a proxy or a firewall answers in the place of a service. */
export const isPage = ({ text }: Pick<RestError, 'text'>): boolean => text.trimStart().startsWith('<');

export interface RestClient {
  /** Returns 2xx replies only, and follows no redirect. RestError. */
  send(request: RestRequest): Promise<Reply>;
  /** The JSON body of a 2xx reply, checked against the schema. RestError. */
  read<Schema extends v.GenericSchema>(request: RestRequest, schema: Schema): Promise<v.InferOutput<Schema>>;
}

export const restClient = (target: RestTarget): RestClient => {
  const base = baseOf(target);
  const send = async (request: RestRequest): Promise<Reply> => {
    const call = `${request.method} ${base.origin}${base.pathname}${request.path.split('?')[0]}`;
    const reply = await exchange(target, `${base.href}${request.path}`, call, request);
    if (reply.status >= 200 && reply.status < 300) return reply;
    throw new RestError(`${target.name} answered ${reply.status} to ${call}`, 'status', { reply });
  };
  return {
    send,
    read: async (request, schema) => check(target, request, await send(request), schema),
  };
};

const baseOf = (target: RestTarget): { origin: string; pathname: string; href: string } => {
  const url = URL.parse(target.url);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`the address of the ${target.name} is not an http(s) URL`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(
      `the address of the ${target.name} holds a user name or password: configure them as credentials`,
    );
  }
  const pathname = url.pathname.replace(/(?<!\/)\/+$/, '');
  return { origin: url.origin, pathname, href: `${url.origin}${pathname}` };
};

const exchange = async (target: RestTarget, url: string, call: string, request: RestRequest): Promise<Reply> => {
  const deadlineMs = request.deadlineMs ?? target.deadlineMs ?? 30_000;
  const init: RequestInit = {
    method: request.method,
    headers: writable(target, request.headers ?? {}),
    redirect: 'manual',
    signal: AbortSignal.timeout(deadlineMs),
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  try {
    const response = await (target.fetch ?? fetch)(url, init);
    const text = await readText(response, request.maxBytes ?? target.maxBytes ?? 4 * 1024 * 1024);
    return { status: response.status, headers: response.headers, text };
  } catch (cause) {
    throw new RestError(`${target.name}: no answer to ${call} (${reasonOf(cause, deadlineMs)})`, 'transport', {
      cause,
    });
  }
};

/** Checks values first: the runtime quotes a bad header value in its error, which would show a credential. */
const writable = (target: RestTarget, headers: Readonly<Record<string, string>>): Record<string, string> => {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\t\x20-\x7e]*$/.test(value)) continue;
    throw new RestError(`${target.name}: header ${name} has a character that HTTP cannot carry`, 'request');
  }
  return { ...headers };
};

/** A short cause that never quotes the request: our own words, or the system's error code. */
const reasonOf = (cause: unknown, deadlineMs: number): string => {
  if (cause instanceof BodyTooLarge) return cause.message;
  if (!(cause instanceof Error)) return 'unknown';
  if (cause.name === 'TimeoutError') return `not done within ${deadlineMs} ms`;
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
};

const check = <Schema extends v.GenericSchema>(
  target: RestTarget,
  request: RestRequest,
  reply: Reply,
  schema: Schema,
): v.InferOutput<Schema> => {
  const what = `${target.name}: the answer to ${request.method} ${request.path.split('?')[0]}`;
  const examined = examine(schema, parse(what, reply));
  if (examined.ok) return examined.value;
  const [first] = examined.mistakes;
  const where = first === undefined || first.path.length === 0 ? 'the body' : first.path.join('.');
  throw new RestError(`${what} has an unexpected shape (${where}: ${first?.message ?? 'wrong'})`, 'content', {
    cause: new ShapeError(examined.mistakes),
  });
};

const parse = (what: string, reply: Reply): unknown => {
  try {
    return parseExactly(reply.text);
  } catch (cause) {
    // the parser's message quotes the body, which may hold keys of a machine; so only `cause` has it
    throw new RestError(`${what} is not JSON`, 'content', { cause });
  }
};
