import { requestJson } from './answer.ts';
import type { Call, Send } from './calls.ts';

interface PageBody<Element> {
  readonly content: readonly Element[];
  readonly links?: readonly { readonly rel?: string; readonly href: string }[];
}

/** More than the usual page, so that a list takes few requests. The service would give up to 2000. */
const pageSize = 100;

/**
 * Every element of a list, once. Reads each page when it is needed, from the place that the page before names. Pages by number
 * would not do: elements that come or go meanwhile move them, and the service refuses a deep one.
 */
export async function* elements<Element>(send: Send, path: string, call: Call = {}): AsyncGenerator<Element> {
  for (let place: Place | undefined = {}; place !== undefined; ) {
    const query = { size: pageSize, page: 0, ...call.query, ...place };
    const body: PageBody<Element> = await requestJson<PageBody<Element>>(send, path, 'content', { ...call, query });
    yield* body.content;
    place = nextOf(body);
  }
}

interface Place {
  readonly [name: string]: string;
}

/** The service may know itself by another address, so only the place is taken from its link. Undefined: this was the last page. */
const nextOf = ({ links = [] }: PageBody<unknown>): Place | undefined => {
  const next = links.find(({ rel }) => rel === 'next');
  if (next === undefined) return undefined;
  const { searchParams } = new URL(next.href, 'http://service');
  return Object.fromEntries([...searchParams].filter(([name]) => name === 'page' || name === 'cursor'));
};

export const collected = async <Element>(list: AsyncIterable<Element>): Promise<readonly Element[]> => {
  const all: Element[] = [];
  for await (const element of list) all.push(element);
  return all;
};
