import { InvalidError } from '../../foundation/errors.ts';
import type { Page, PageRequest } from '../../foundation/page.ts';
import { batchGet } from './batch.ts';
import { countIn } from './counters.ts';
import { writeCursor } from './cursor.ts';
import type { Listed } from './keys.ts';
import type { Kind } from './kind.ts';
import { type List, orderedList, type Place, type Walk } from './ordered-list.ts';
import type { TablePorts } from './table.ts';

/** How many records a filter may read. */
export interface FilterLimits {
  /** a list of at most this many records is read completely, so that the total is exact */
  readonly exactUpTo: number;
  /** how many records one page of a longer list may read at most */
  readonly looks: number;
}

const usual: FilterLimits = { exactUpTo: 2_000, looks: 5_000 };

/** Most and fewest records in one read. */
const chunkLimit = 500;
const leastChunk = 10;

interface Search<T> {
  readonly ports: TablePorts;
  readonly kind: Kind<T>;
  readonly list: List;
  readonly keep: (record: T) => boolean;
  readonly looks: number;
}

/**
 * One page of the records that pass a filter (`keep`) no index covers. A short list is read completely: the page is exact,
 * and so is the total.
 * A page of a longer list starts at its cursor. It is read until the page is full, or until it has read as many records as
 * it may. In the second case the page is shorter, even empty, and its cursor leads on. So each page costs the same at any
 * depth. The total is that of the whole list, which is the most that the filter can keep. The last page is read from the
 * other end. InvalidError for a page number that would need more reads than that.
 */
export const listFiltered = async <T>(
  ports: TablePorts,
  kind: Kind<T>,
  listed: Listed,
  request: PageRequest,
  keep: (record: T) => boolean,
  { exactUpTo, looks }: FilterLimits = usual,
): Promise<Page<T>> => {
  const search = { ports, kind, keep, looks, list: orderedList(ports, kind, listed, request) };
  const total = await countIn(ports, listed.counters);
  if (total <= exactUpTo) return exactPage({ ...search, looks: Number.POSITIVE_INFINITY }, request);
  const isLast = request.cursor === undefined && request.page > 0 && (request.page + 1) * request.size >= total;
  const page = await (isLast ? lastPage(search, request) : boundedPage(search, request));
  return { ...page, totalElements: total, isTotalAtMost: true };
};

/** A record that passed the filter, with the value it is sorted by. */
interface Found<T> {
  readonly record: T;
  readonly sorted: string;
}

const exactPage = async <T>(search: Search<T>, { cursor, page, size }: PageRequest): Promise<Page<T>> => {
  const { found } = await look(search, search.list, 'start', Number.POSITIVE_INFINITY);
  const after = found.findIndex(({ sorted }) => cursor !== undefined && search.list.isAfter(sorted, cursor));
  const afterCursor = after === -1 ? found.length : after;
  const start = cursor === undefined ? page * size : afterCursor;
  const shown = found.slice(start, start + size);
  const last = shown.at(-1);
  return {
    content: shown.map(({ record }) => record),
    totalElements: found.length,
    ...(last && start + size < found.length && { cursor: writeCursor(last.sorted) }),
  };
};

type Content<T> = Pick<Page<T>, 'content' | 'cursor'>;

const boundedPage = async <T>(search: Search<T>, { cursor, page, size }: PageRequest): Promise<Content<T>> => {
  const skipped = cursor === undefined ? page * size : 0;
  const from = cursor === undefined ? 'start' : search.list.after(cursor);
  const { found, seen } = await look(search, search.list, from, skipped + size + 1);
  if (skipped > 0 && seen !== undefined && found.length <= skipped)
    throw new InvalidError(`page ${page} of this filter lies behind more than ${search.looks} deployments, the most that are \
read: follow the next link of the page before it, or leave the filters status, excludedStatus, name and q out`);
  const shown = found.slice(skipped, skipped + size);
  const next = found.length > skipped + size ? shown.at(-1)?.sorted : seen;
  return { content: shown.map(({ record }) => record), ...(next !== undefined && { cursor: writeCursor(next) }) };
};

const lastPage = async <T>(search: Search<T>, { size }: PageRequest): Promise<Content<T>> => {
  const { found } = await look(search, search.list.reversed, 'start', size);
  const shown = found.slice(0, size).toReversed();
  return { content: shown.map(({ record }) => record) };
};

/** Reads until enough records have passed the filter. `seen` is the place where it stopped before the end of the list. */
const look = async <T>(
  { ports, kind, list, keep, looks }: Search<T>,
  walk: Walk,
  from: Place,
  enough: number,
): Promise<{ readonly found: readonly Found<T>[]; readonly seen: string | undefined }> => {
  const found: Found<T>[] = [];
  let place = from;
  for (let searched = 0; ; ) {
    // read as many as should be needed for the rest, judged by the share that passed so far
    const likely = Math.ceil(((enough - found.length) * (searched + 1)) / (found.length + 1));
    const { keys, more } = await walk.read(place, Math.min(Math.max(likely, leastChunk), chunkLimit, looks - searched));
    const items = await batchGet(
      ports,
      keys.map(({ pk, sk }) => kind.record?.(pk) ?? { pk, sk }),
      { attributes: kind.attributes },
    );
    const sortedBy = new Map(keys.map((key) => [key.pk, key[list.sortKey] ?? '']));
    for (const item of items) {
      const record = kind.read(item);
      if (keep(record)) found.push({ record, sorted: sortedBy.get(String(item['pk'])) ?? '' });
    }
    searched += keys.length;
    const last = keys.at(-1);
    if (!more || last === undefined) return { found, seen: undefined };
    if (found.length >= enough || searched >= looks) return { found, seen: last[list.sortKey] };
    place = list.after(writeCursor(last[list.sortKey] ?? ''));
  }
};
