import { describe, expect, it } from 'vitest';
import { collected, Toscanini } from '../../client/index.ts';
import { type Asked, json, scripted } from './answers.ts';

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
