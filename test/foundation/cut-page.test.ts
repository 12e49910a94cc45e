import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPage } from '../../src/foundation/cut-page.ts';
import type { PageRequest } from '../../src/foundation/page.ts';

const placeOf = (one: string): string => one;
const request = (more: Partial<PageRequest> = {}): PageRequest => ({
  ...{ page: 0, size: 2, sort: 'createdAt', direction: 'asc' },
  ...more,
});

describe('a page of a list that was read as a whole', () => {
  it('has the elements of its number, in either direction, and says how many there are', () => {
    const list = ['c', 'a', 'b', 'e', 'd'];
    expect(cutPage(list, placeOf, request())).toMatchObject({ content: ['a', 'b'], totalElements: 5 });
    expect(cutPage(list, placeOf, request({ page: 1, direction: 'desc' })).content).toEqual(['c', 'b']);
    expect(cutPage(list, placeOf, request({ page: 2 }))).toEqual({ content: ['e'], totalElements: 5 });
    expect(cutPage(list, placeOf, request({ page: 3 }))).toEqual({ content: [], totalElements: 5 });
  });

  it('goes on behind what was shown, although that is gone', () => {
    const { cursor = '' } = cutPage(['a', 'b', 'c', 'd'], placeOf, request());
    expect(cutPage(['a', 'c', 'd'], placeOf, request({ cursor })).content).toEqual(['c', 'd']);
    expect(cutPage(['a'], placeOf, request({ cursor })).content).toEqual([]);
  });

  it('is refused for a text that is no cursor of this service', () => {
    for (const cursor of ['x', 'abc', Buffer.from('b').toString('base64url')])
      expect(() => cutPage(['a', 'b', 'c'], placeOf, request({ cursor }))).toThrow(/was not issued by this service/);
  });

  it('shows what stays once, whatever comes and goes between two pages', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3, unit: 'binary' }), { maxLength: 8 });
    const moments = fc.array(names, { maxLength: 8 });
    const direction = fc.constantFrom<PageRequest['direction'][]>('asc', 'desc');
    fc.assert(
      fc.property(names, moments, fc.integer({ min: 1, max: 4 }), direction, (staying, others, size, direction) => {
        const seen: string[] = [];
        let cursor: string | undefined;
        let moment = 0;
        do {
          const list = [...new Set([...staying, ...(others[moment] ?? [])])];
          const page = cutPage(list, placeOf, request({ size, direction, ...(cursor !== undefined && { cursor }) }));
          seen.push(...page.content);
          ({ cursor } = page);
          moment += 1;
        } while (cursor !== undefined);
        expect(seen.filter((one) => staying.includes(one)).toSorted()).toEqual(staying.toSorted());
      }),
    );
  });
});
