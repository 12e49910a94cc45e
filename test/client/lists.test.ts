import { describe, expect, it } from 'vitest';
import { collected, Toscanini } from '../../client/index.ts';
import { json, type Reply, scripted } from './answers.ts';

const client = (...replies: readonly Reply[]) => {
  const { options, asked } = scripted(...replies);
  return { toscanini: new Toscanini(options), asked };
};

describe('a list', () => {
  const address = '/deployments?page=1&size=100&sort=createdAt,desc&cursor=behind_b';
  const next = (number: number, href = `/deployments?page=${number}&size=100`) => ({ rel: 'next', href });
  const page = (number: number, content: readonly unknown[], links = number < 2 ? [next(number + 1)] : []) =>
    json({ links: [{ rel: 'self', href: '/deployments' }, ...links], content, page: { number, totalPages: 3 } });

  it('is read page by page, as far as it is needed', async () => {
    const { toscanini, asked } = client(page(0, ['a', 'b']), page(1, ['c']), page(2, ['d']));
    const found: unknown[] = [];
    for await (const one of toscanini.deployments({ createdBy: 'me' })) {
      found.push(one);
      if (found.length === 3) break;
    }
    expect(found).toEqual(['a', 'b', 'c']);
    expect(asked.map(({ path }) => path)).toEqual([
      '/base/deployments?size=100&page=0&sort=createdAt%2Cdesc&createdBy=me',
      '/base/deployments?size=100&page=1&sort=createdAt%2Cdesc&createdBy=me',
    ]);
  });

  it('ends with its last page, and may be empty', async () => {
    const { toscanini } = client(page(0, ['a']), page(1, ['b']), page(2, ['c']));
    expect(await collected(toscanini.events('d'))).toEqual(['a', 'b', 'c']);
    const none = client(json({ content: [], page: { number: 0, totalPages: 0 } }));
    expect(await collected(none.toscanini.schedules())).toEqual([]);
  });

  it.each([address, `https://service.example/base${address}`])(
    'goes on where the page before has ended, whatever was made or deleted meanwhile: %s',
    async (href) => {
      const { toscanini, asked } = client(page(0, ['a', 'b'], [next(1, href)]), page(1, ['c'], []));
      expect(await collected(toscanini.deployments({ status: ['CREATE_FAILED'] }))).toEqual(['a', 'b', 'c']);
      expect(asked[1]?.path).toBe(
        '/base/deployments?size=100&page=1&sort=createdAt%2Cdesc&status=CREATE_FAILED&cursor=behind_b',
      );
    },
  );

  it('ends where no page follows, though the count of pages says more: it counts what a filter leaves out', async () => {
    const { toscanini, asked } = client(page(0, [], [next(1, address)]), page(1, ['c'], []));
    expect(await collected(toscanini.deployments({ q: 'c' }))).toEqual(['c']);
    expect(asked).toHaveLength(2);
  });
});
