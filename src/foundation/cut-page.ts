import { InvalidError } from './errors.ts';
import { type Page, type PageRequest, unknownCursor } from './page.ts';

/**
 * A page of a list that was read as a whole. `placeOf` gives the place of an element: a text that no other element has, in whose
 * ascending order the list is. A cursor is the place of the last element that was shown, so elements that come or go between two
 * pages repeat none and leave none out.
 */
export const cutPage = <T>(
  all: readonly T[],
  placeOf: (one: T, index: number) => string,
  { page, size, direction, cursor }: PageRequest,
): Page<T> => {
  const placed = all.map((one, index) => ({ one, place: placeOf(one, index) }));
  const oldestFirst = placed.toSorted((a, b) => (a.place < b.place ? -1 : 1));
  const ordered = direction === 'desc' ? oldestFirst.toReversed() : oldestFirst;
  const start = cursor === undefined ? page * size : firstAfter(ordered, readPlace(cursor), direction);
  const shown = ordered.slice(start, start + size);
  const last = shown.at(-1);
  const hasMore = last !== undefined && start + size < ordered.length;
  return {
    content: shown.map(({ one }) => one),
    totalElements: all.length,
    ...(hasMore && { cursor: writePlace(last.place) }),
  };
};

const firstAfter = (
  ordered: readonly { readonly place: string }[],
  left: string,
  direction: PageRequest['direction'],
): number => {
  const index = ordered.findIndex(({ place }) => (direction === 'desc' ? place < left : place > left));
  return index === -1 ? ordered.length : index;
};

/** Tells a cursor from any other text, which names a place too. */
const mark = '> ';

const writePlace = (place: string): string => Buffer.from(`${mark}${place}`).toString('base64url');

/** InvalidError for a text that is not one of our cursors. */
const readPlace = (cursor: string): string => {
  const marked = Buffer.from(cursor, 'base64url').toString();
  if (marked.startsWith(mark)) return marked.slice(mark.length);
  throw new InvalidError(unknownCursor);
};
