import { asked } from './answer.ts';
import type { Call, Send } from './calls.ts';

interface PageBody<Element> {
  readonly content: readonly Element[];
  readonly page: { readonly totalPages: number };
  /** absent: its pages have only numbers */
  readonly links?: readonly { readonly rel: string; readonly href: string }[];
}

/** Where a page begins. */
type Place = Exclude<Call['query'], undefined>;

/** More than the usual page, so that a list takes few requests. The service would give up to 2000. */
const pageSize = 100;

/**
 * Every element of a list. Reads each page when it is needed, from where the page before it ended: a page that is asked for by its
 * number shows elements again when others come meanwhile, and leaves some out when others go.
 */
export async function* elements<Element>(send: Send, path: string, call: Call = {}): AsyncGenerator<Element> {
  let place: Place | undefined = {};
  for (let number = 1; place !== undefined; number += 1) {
    const query: Place = { size: pageSize, page: 0, ...call.query, ...place };
    const body: PageBody<Element> = await asked<PageBody<Element>>(send, path, 'content', { ...call, query });
    yield* body.content;
    place = placeOfNext(body, number);
  }
}

/** The service may know itself by another address, so only the place is taken from its link. */
const placeOfNext = ({ links, page }: PageBody<unknown>, number: number): Place | undefined => {
  if (links === undefined) return number < page.totalPages ? { page: number } : undefined;
  const next = links.find(({ rel }) => rel === 'next');
  if (next === undefined) return undefined;
  const { searchParams } = new URL(next.href, 'http://service');
  return { page: searchParams.get('page') ?? undefined, cursor: searchParams.get('cursor') ?? undefined };
};

export const collected = async <Element>(list: AsyncIterable<Element>): Promise<readonly Element[]> => {
  const all: Element[] = [];
  for await (const element of list) all.push(element);
  return all;
};
