import { describe, expect, it, vi } from 'vitest';

// a page of nobody: only what is read of a text is tried here
vi.mock('../../ui/session/identity.ts', () => ({ identity: { value: undefined } }));

const { bookmarksIn, mostBookmarks, viewQuery } = await import('../../ui/data/bookmarks.ts');

describe('what a browser has kept', () => {
  it.each([null, '', '{', '[]', '7', 'null', '{"views": 7, "pins": {"a": 1}}', '{"views": [1, null, {"name": 1}]}'])(
    'is nothing where %j is stored',
    (text) => {
      expect(bookmarksIn(text)).toEqual({ views: [], pins: [] });
    },
  );

  it('is read as far as it fits, and no more of it than is ever kept', () => {
    const views = [{ name: 'a', query: 'state=failed', other: 1 }, { name: 'without a query' }];
    const pins = Array.from({ length: 99 }, (_, index) => ({ uuid: `${index}`, name: 'web' }));
    const read = bookmarksIn(JSON.stringify({ views, pins }));
    expect(read.views).toEqual([{ name: 'a', query: 'state=failed' }]);
    expect(read.pins).toHaveLength(mostBookmarks);
  });

  it('compares filters, not the order in which they were set nor how many rows are loaded', () => {
    const of = (text: string) => viewQuery(new URLSearchParams(text));
    expect(of('state=failed&q=slurm&rows=150')).toBe(of('q=slurm&state=failed'));
    expect(of('rows=150')).toBe('');
  });
});
