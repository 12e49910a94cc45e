/** Paging (docs/contract/silent-points.md, "Paging" and "Page links"; docs/contract/api.md, "Envelopes"). */

import * as v from 'valibot';
import type { Page, PageRequest } from '../../foundation/page.ts';
import { optional, patternText, wholeNumber } from './fields.ts';
import type { Link } from './links.ts';

const largestSize = 2000;

const sortRule = 'must be createdAt or updatedAt, then perhaps ",asc" or ",desc"';

const sortText = patternText('^ *(createdAt|updatedAt) *(, *([Aa][Ss][Cc]|[Dd][Ee][Ss][Cc]) *)?$', sortRule);

const toSort = (value: string): Pick<PageRequest, 'sort' | 'direction'> => {
  const [property, direction = 'asc'] = value.split(',').map((part) => part.trim());
  return {
    sort: property === 'updatedAt' ? 'updatedAt' : 'createdAt',
    direction: direction.toLowerCase() === 'desc' ? 'desc' : 'asc',
  };
};

const sort = v.pipe(sortText, v.transform(toSort));

const sizeRule = 'must be a whole number from 1 on';

const sizeText = patternText('^ *\\+?(?=0*[1-9])[0-9]{1,200} *$', sizeRule);

/**
 * Old dashboards ask for far more than there is (docs/contract/clients.md, "Older dashboards and the rest"). So a size over
 * the largest is not refused, but reduced.
 */
const size = v.pipe(
  sizeText,
  v.transform((digits) => Math.min(Number(digits), largestSize)),
);

/** In characters: some cursors hold the name of an event. No pattern may repeat more often in RE2. */
const longestCursor = 1000;

/** Query members of every list. Routes that return pages spread them into their query schema. */
export const pageQuery = {
  page: optional(wholeNumber(0)),
  size: optional(size),
  sort: optional(sort),
  cursor: optional(patternText(`^[A-Za-z0-9_-]{1,${longestCursor}}$`, 'must come from a next link')),
};

type PageQuery = v.InferOutput<v.ObjectSchema<typeof pageQuery, undefined>>;

export const pageRequest = (query: PageQuery): PageRequest => ({
  page: query.page ?? 0,
  size: query.size ?? 10,
  ...(query.sort ?? { sort: 'createdAt', direction: 'desc' }),
  ...(query.cursor !== undefined && { cursor: query.cursor }),
});

/** Filters as the client sent them. Undefined ones are left out of the links. */
export type Filters = { readonly [name: string]: string | undefined };

/** A page in the contract's envelope. `item` shows one element. */
export const pageView = <T>(
  collection: string,
  filters: Filters,
  request: PageRequest,
  page: Page<T>,
  item: (element: T) => unknown,
) => {
  const totalPages = Math.ceil(page.totalElements / request.size);
  return {
    links: pageLinks((number, cursor) => href(collection, filters, request, number, cursor), request, page, totalPages),
    content: page.content.map(item),
    page: {
      ...{ size: request.size, totalElements: page.totalElements, totalPages, number: request.page },
      ...(filters['label'] !== undefined && page.isTotalAtMost && { totalIsAtMost: true }),
    },
  };
};

/**
 * first, prev, self, next, last, in this order. Clients follow `next` until it is missing, or until `self` equals `last`.
 * So only `next` carries the cursor. With cursors the last page is the end of the list, even if elements that were added
 * before it make more pages: a `next` without a cursor would show the same elements again.
 */
const pageLinks = (
  address: (number: number, cursor?: string) => string,
  { page: number, cursor }: PageRequest,
  page: Page<unknown>,
  totalPages: number,
): readonly Link[] => {
  const several = totalPages > 1;
  const hasNext = page.cursor !== undefined || (cursor === undefined && !page.isTotalAtMost && number + 1 < totalPages);
  const links: readonly (Link | false)[] = [
    several && { rel: 'first', href: address(0) },
    number > 0 && totalPages > 0 && { rel: 'prev', href: address(Math.min(number, totalPages) - 1) },
    { rel: 'self', href: address(number) },
    hasNext && { rel: 'next', href: address(number + 1, page.cursor) },
    several && { rel: 'last', href: address(totalPages - 1) },
  ];
  return links.filter((link) => link !== false);
};

/** Filters first, then page, size and sort. The comma of sort is not escaped. */
const href = (collection: string, filters: Filters, request: PageRequest, number: number, cursor?: string): string => {
  const parts = Object.entries({ ...filters, page: `${number}`, size: `${request.size}` })
    .filter((part): part is [string, string] => part[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const tail = cursor === undefined ? [] : [`cursor=${encodeURIComponent(cursor)}`];
  return `${collection}?${[...parts, `sort=${request.sort},${request.direction}`, ...tail].join('&')}`;
};
