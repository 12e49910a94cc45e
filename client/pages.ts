import { asked } from './answer.ts';
import type { Call, Send } from './calls.ts';

interface PageBody<Element> {
  readonly content: readonly Element[];
  readonly page: { readonly totalPages: number; readonly number: number };
}

/** More than the usual page, so that a list takes few requests. The service would give up to 2000. */
const pageSize = 100;

/** Every element of a list. Reads each page when it is needed. */
export async function* elements<Element>(send: Send, path: string, call: Call = {}): AsyncGenerator<Element> {
  for (let number = 0; ; number += 1) {
    const query = { size: pageSize, page: number, ...call.query };
    const { content, page } = await asked<PageBody<Element>>(send, path, 'content', { ...call, query });
    yield* content;
    if (number + 1 >= page.totalPages) return;
  }
}

export const collected = async <Element>(list: AsyncIterable<Element>): Promise<readonly Element[]> => {
  const all: Element[] = [];
  for await (const element of list) all.push(element);
  return all;
};
