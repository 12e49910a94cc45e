import type { Page, PageRequest } from '../../foundation/page.ts';
import { batchGet } from './batch.ts';
import { countIn } from './counters.ts';
import { writeCursor } from './cursor.ts';
import type { Indexed, Listed } from './keys.ts';
import type { Kind } from './kind.ts';
import { type Keys, type List, orderedList } from './ordered-list.ts';
import type { TablePorts } from './table.ts';

/**
 * One page of a list of records. With a cursor it costs the same at any depth. Without a cursor, the keys before the page
 * are counted and skipped, starting at the nearer end.
 * Indexes follow the records within a moment, usually milliseconds. A new record may be in the total and not yet in the
 * page. A record that was just removed is missing from its page. In a list sorted by change, a record that changes between
 * two pages may appear twice.
 */
export const listRecords = async <T>(
  ports: TablePorts,
  kind: Kind<T>,
  listed: Listed,
  request: PageRequest,
): Promise<Page<T>> => {
  const list = orderedList(ports, kind, listed, request);
  return pageOf(ports, kind, { list, count: () => countIn(ports, listed.counters) }, request);
};

/**
 * One page of a list of records that expire. Their counters would not notice this, so the index is counted, which may
 * include expired records.
 */
export const listExpiring = async <T>(
  ports: TablePorts,
  kind: Kind<T>,
  indexed: Indexed,
  request: PageRequest,
): Promise<Page<T>> => {
  const list = orderedList(ports, kind, indexed, request);
  return { ...(await pageOf(ports, kind, { list, count: list.count }, request)), isTotalAtMost: true };
};

const pageOf = async <T>(
  ports: TablePorts,
  kind: Kind<T>,
  { list, count }: { readonly list: List; readonly count: () => Promise<number> },
  request: PageRequest,
): Promise<Page<T>> => {
  if (request.cursor !== undefined) {
    const [totalElements, keys] = await Promise.all([count(), list.read(list.after(request.cursor), request.size)]);
    return page(ports, kind, list, keys, totalElements);
  }
  if (request.page === 0) {
    const [totalElements, keys] = await Promise.all([count(), list.read('start', request.size)]);
    return page(ports, kind, list, keys, totalElements);
  }
  const totalElements = await count();
  return page(ports, kind, list, await keysOfPage(list, request, totalElements), totalElements);
};

const page = async <T>(
  ports: TablePorts,
  kind: Kind<T>,
  list: List,
  { keys, more }: Keys,
  totalElements: number,
): Promise<Page<T>> => {
  const items = await batchGet(
    ports,
    keys.map(({ pk, sk }) => kind.record?.(pk) ?? { pk, sk }),
    { attributes: kind.attributes },
  );
  const last = keys.at(-1)?.[list.sortKey];
  return {
    content: items.map((item) => kind.read(item)),
    totalElements,
    ...(more && last && { cursor: writeCursor(last) }),
  };
};

const keysOfPage = async (list: List, { page, size }: PageRequest, total: number): Promise<Keys> => {
  const before = page * size;
  if (before >= total) return { keys: [], more: false };
  if (before <= total / 2) return list.read(await list.skip(before), size);
  const behind = Math.max(0, total - before - size);
  const start = await list.reversed.skip(behind);
  const { keys } = await list.reversed.read(start, total - before - behind);
  return { keys: keys.toReversed(), more: behind > 0 };
};
