/** A service that answers what the test says, and remembers what it was asked. */

import type { ClientOptions } from '../../client/calls.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type Reply = Response | Error | (() => Response | Error);

export const json = (body: unknown, init: ResponseInit = {}): Response => Response.json(body, init);
export const refusal = (code: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ code, title: 'x', message }, { status: code, headers });

/** Answers one after another; the last one for ever. */
export const scripted = (...replies: readonly Reply[]) => {
  const asked: Asked[] = [];
  const pauses: number[] = [];
  const send = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(`${input}`);
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    asked.push({ method: init.method ?? 'GET', path: `${pathname}${search}`, headers, body });
    const reply = replies[Math.min(asked.length, replies.length) - 1];
    const answer = typeof reply === 'function' ? reply() : reply;
    if (answer instanceof Response) return typeof reply === 'function' ? answer : answer.clone();
    throw answer;
  };
  let keys = 0;
  const options: ClientOptions = {
    url: 'https://service.example/base/',
    token: () => 'token-of-the-user',
    fetch: send as typeof fetch,
    newIdempotencyKey: () => {
      keys += 1;
      return `key-${keys}`;
    },
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      pauses.push(milliseconds);
    },
  };
  return { options, asked, pauses };
};
