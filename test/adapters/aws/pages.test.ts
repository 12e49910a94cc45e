import { expect, it } from 'vitest';
import { allPages } from '../../../src/adapters/aws/pages.ts';

type Page = Awaited<ReturnType<Parameters<typeof allPages<string>>[1]>>;

/** A list by the tokens of its pages; `first` is the one that is asked for without a token. */
const listOf = (pages: { readonly [token: string]: Page }) => {
  const asked: (string | undefined)[] = [];
  const read = async (token: string | undefined): Promise<Page> => {
    asked.push(token);
    return pages[token ?? 'first'] ?? expect.unreachable();
  };
  return { asked, read };
};

it('gives the items of every page in their order, and an empty page does not end the list', async () => {
  const { asked, read } = listOf({
    first: { items: ['a', 'b'], next: '2' },
    2: { items: [], next: '3' },
    3: { items: ['c'], next: undefined },
  });
  expect(await allPages('a list', read)).toEqual(['a', 'b', 'c']);
  expect(asked).toEqual([undefined, '2', '3']);
});

it('takes a page without its list for an answer that was cut, also after good pages', async () => {
  const { read } = listOf({ first: { items: ['a'], next: '2' }, 2: { items: undefined, next: undefined } });
  await expect(allPages('a list of stacks', read)).rejects.toMatchObject({
    name: 'ProviderUnavailableError',
    message: expect.stringContaining('without a list of stacks'),
  });
});
