import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/foundation/page.ts';
import { pageQuery, pageRequest, pageView } from '../../../src/http/pipeline/page.ts';
import { parse } from '../../../src/http/pipeline/parse.ts';

const read = (query: Record<string, string>) => pageRequest(parse(v.object(pageQuery), query, 'query'));

const view = (number: number, totalElements: number, more: { cursor?: string; size?: number } = {}) => {
  const page: Page<string> = { content: [], totalElements, ...(more.cursor && { cursor: more.cursor }) };
  const request = { ...read({ size: `${more.size ?? 10}` }), page: number };
  const filters = { createdBy: 'a@https://iam.example/', userGroup: undefined };
  return pageView('https://host/deployments', filters, request, page, String);
};

const rels = (shown: ReturnType<typeof view>) => shown.links.map(({ rel }) => rel);
const href = (shown: ReturnType<typeof view>, wanted: string) => shown.links.find(({ rel }) => rel === wanted)?.href;

describe('what a list asks for', () => {
  it('is the first ten, newest first, when nothing is said', () => {
    const first = { page: 0, size: 10, sort: 'createdAt', direction: 'desc' };
    expect(read({})).toEqual(first);
    expect(read({ page: '', size: '', sort: '', cursor: '' })).toEqual(first);
  });

  it.each([
    ['createdAt', 'createdAt', 'asc'],
    ['updatedAt,desc', 'updatedAt', 'desc'],
    [' createdAt , DESC', 'createdAt', 'desc'],
    ['updatedAt,asc', 'updatedAt', 'asc'],
  ])('sorts by %s', (sort, property, direction) => {
    expect(read({ sort })).toMatchObject({ sort: property, direction });
  });

  it('cuts a size that is too large, as older dashboards send it', () => {
    for (const size of ['2001', '999999', '99999999999', '9'.repeat(100), ' +02001 ']) {
      expect(read({ size }).size).toBe(2000);
    }
    expect(read({ size: '2000' }).size).toBe(2000);
  });

  it.each([
    [{ page: '-1' }, 'page must be a whole number from 0'],
    [{ page: 'x' }, 'page must be'],
    [{ page: '9'.repeat(30) }, 'page must be'],
    [{ size: '0' }, 'size must be a whole number from 1'],
    [{ size: '1.5' }, 'size must be'],
    [{ size: '1e9' }, 'size must be'],
    [{ size: '-99999999999' }, 'size must be'],
    [{ sort: 'uuid,asc' }, 'sort must be createdAt or updatedAt'],
    [{ sort: 'createdAt,up' }, 'sort must be'],
    [{ page: '-1', size: 'x', sort: 'y' }, /page .*; size .*; sort /],
  ])('%j is refused with the reason', (query, message) => {
    expect(() => read(query)).toThrow(message);
  });
});

describe('the links of a page', () => {
  it('are first, prev, self, next and last in the middle', () => {
    expect(view(1, 27, { cursor: 'c' }).links).toEqual(
      [
        ['first', 'page=0&size=10&sort=createdAt,desc'],
        ['prev', 'page=0&size=10&sort=createdAt,desc'],
        ['self', 'page=1&size=10&sort=createdAt,desc'],
        ['next', 'page=2&size=10&sort=createdAt,desc&cursor=c'],
        ['last', 'page=2&size=10&sort=createdAt,desc'],
      ].map(([rel, query]) => ({
        rel,
        href: `https://host/deployments?createdBy=a%40https%3A%2F%2Fiam.example%2F&${query}`,
      })),
    );
  });

  it('are self alone when there is one page or none', () => {
    expect(rels(view(0, 10))).toEqual(['self']);
    expect(rels(view(0, 0))).toEqual(['self']);
  });

  it('have no prev on the first page', () => {
    expect(rels(view(0, 27, { cursor: 'c' }))).toEqual(['first', 'self', 'next', 'last']);
  });

  it('have no next on the last page, where self is last: that is how clients know', () => {
    const shown = view(2, 27);
    expect(rels(shown)).toEqual(['first', 'prev', 'self', 'last']);
    expect(href(shown, 'self')).toBe(href(shown, 'last'));
  });

  it('lead back to the last page from beyond it', () => {
    expect(href(view(9, 27), 'prev')).toBe(href(view(9, 27), 'last'));
  });

  it('have no next at the end of a walk by cursors, although more came in front of it meanwhile', () => {
    const page: Page<string> = { content: ['last'], totalElements: 41 };
    const walked = pageView('https://host/deployments', {}, read({ page: '2', cursor: 'c' }), page, String);
    expect(rels(walked)).toEqual(['first', 'prev', 'self', 'last']);
  });

  it('have no next where the total is only a bound and no cursor goes on', () => {
    const bound = (cursor?: string) => {
      const page: Page<string> = { content: [], totalElements: 27, isTotalAtMost: true, ...(cursor && { cursor }) };
      return pageView('https://host/deployments', {}, read({}), page, String).links.map(({ rel }) => rel);
    };
    expect(bound('c')).toEqual(['first', 'self', 'next', 'last']);
    expect(bound()).toEqual(['first', 'self', 'last']);
  });

  it('count as the envelope does', () => {
    expect(view(1, 27).page).toEqual({ size: 10, totalElements: 27, totalPages: 3, number: 1 });
  });

  it('walked by next end after every page was seen once', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.integer({ min: 1, max: 20 }), (total, size) => {
        let number = 0;
        while (href(view(number, total, { size }), 'next')) number++;
        expect(number).toBe(Math.max(0, Math.ceil(total / size) - 1));
      }),
    );
  });
});
