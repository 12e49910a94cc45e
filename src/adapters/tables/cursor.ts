import { InvalidError } from '../../foundation/errors.ts';
import { unknownCursor } from '../../foundation/page.ts';
import { sortValue } from './keys.ts';

const place = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)#([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/**
 * A cursor is the sort value of the last element seen. The scope of the list comes from each request, never from a cursor.
 */
export const writeCursor = (sortedBy: string): string => Buffer.from(sortedBy).toString('base64url');

/** The place in a list after which to read on. InvalidError for a text that is not one of our cursors. */
export const readCursor = (cursor: string) => {
  const [, instant, id] = place.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (instant !== undefined && id !== undefined) return { sorted: sortValue(instant, id), id };
  throw new InvalidError(unknownCursor);
};
