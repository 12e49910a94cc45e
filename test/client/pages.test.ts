import { describe, expect, it } from 'vitest';
import { collected, Toscanini } from '../../client/index.ts';
import { type Asked, json, type Reply, scripted } from './answers.ts';

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

const link = (query: string) => ({ rel: 'next', href: `https://behind.example/deployments?${query}` });
const page = (uuids: readonly string[], links: readonly { rel: string; href: string }[], totalPages = 1) =>
  json({ content: uuids.map((uuid) => ({ uuid })), links, page: { size: 2, totalElements: 9, totalPages, number: 0 } });

const paths = (asked: readonly Asked[]) => asked.map(({ path }) => new URL(path, 'https://x.example').searchParams);

describe('a list that is read page by page', () => {
  it('goes on where the last page ended, so that nothing is read twice or left out when others come or go meanwhile', async () => {
    const next = link('page=1&size=100&sort=createdAt,desc&cursor=after-b');
    const { options, asked } = scripted(page(['a', 'b'], [next], 2), page(['c'], []));
    const found = await collected(new Toscanini(options).deployments({ name: 'x' }));
    expect(found.map(({ uuid }) => uuid)).toEqual(['a', 'b', 'c']);
    expect(paths(asked).map((query) => [query.get('page'), query.get('cursor'), query.get('name')])).toEqual([
      ['0', null, 'x'],
      ['1', 'after-b', 'x'],
    ]);
  });

  it('goes on after a page that a filter has left empty, and ends where no next one is named', async () => {
    const next = link('page=1&size=100&cursor=after-z');
    const { options, asked } = scripted(page([], [next], 50), page(['q'], [], 50));
    expect(await collected(new Toscanini(options).deployments({ q: 'q' }))).toMatchObject([{ uuid: 'q' }]);
    expect(asked).toHaveLength(2);
  });

  it('asks the service at the address that the user gave, whatever address the link names', async () => {
    const { options, asked } = scripted(page(['a'], [link('page=1&cursor=c')]), page([], []));
    await collected(new Toscanini(options).schedules());
    expect(asked.map(({ path }) => path.split('?')[0])).toEqual(['/base/schedules', '/base/schedules']);
  });
});
