/**
 * The index of schedules in memory. The service's own code files and reads it. It counts the requests that DynamoDB would
 * get.
 */

import { filingOf, fragmentsOfExpression } from '../src/domain/schedules/fragments.ts';
import type { ScheduleIndex } from '../src/domain/schedules/ports.ts';
import type { IndexedSchedule } from '../src/domain/schedules/schedule.ts';

/** What one file costs in DynamoDB: counts read, fragments queried, schedules read. */
interface Reads {
  counts: number;
  queries: number;
  watches: number;
}

export interface Index extends ScheduleIndex {
  readonly reads: Reads;
  readonly all: readonly IndexedSchedule[];
}

/**
 * The number of schedules that a count holds itself (src/adapters/tables/schedule-index.ts): up to this many need no query.
 */
const mostKept = 3;

/**
 * Makes schedules with the numbers from 0 on and their expressions. Calls `onSchedule` for each one while its compiled expression
 * is in memory.
 */
export const indexOf = (
  size: number,
  expressionOf: (index: number) => string,
  onSchedule: (watch: IndexedSchedule) => void = () => undefined,
): Index => {
  const filed = new Map<string, IndexedSchedule[]>();
  const counted = new Map<string, number>();
  const all: IndexedSchedule[] = [];
  for (let index = 0; index < size; index++) {
    const watch = { id: `${index}`, fileExpression: expressionOf(index), reader: { isAdministrator: false } };
    all.push(watch);
    const counts = new Map(fragmentsOfExpression(watch.fileExpression).map((text) => [text, counted.get(text) ?? 0]));
    const filing = filingOf(watch.fileExpression, counts);
    for (const place of filing.length === 0 ? [''] : filing) {
      const there = filed.get(place);
      if (there) there.push(watch);
      else filed.set(place, [watch]);
      counted.set(place, (counted.get(place) ?? 0) + 1);
    }
    onSchedule(watch);
  }
  const reads = { counts: 0, queries: 0, watches: 0 };
  return {
    reads,
    all,
    counts: async () => counted,
    candidates: async (fragments) => {
      const places = ['', ...fragments.filter((fragment) => counted.has(fragment))];
      const found = places.map((place) => filed.get(place) ?? []);
      const watches = found.flat();
      reads.counts += 1 + fragments.length;
      reads.queries += found.filter(({ length }) => length > mostKept).length;
      reads.watches += watches.length;
      return [...new Map(watches.map((watch) => [watch.id, watch])).values()];
    },
  };
};

/** Files of every scope may be read by everybody. */
export const fileConfiguration = { readers: {} };
