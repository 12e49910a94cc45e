/** The index of schedules in memory, filed and asked by the service's own code; it counts what DynamoDB would be asked. */

import { filingOf, fragmentsOfExpression } from '../src/domain/schedules/fragments.ts';
import type { ScheduleIndex } from '../src/domain/schedules/ports.ts';
import type { Watch } from '../src/domain/schedules/schedule.ts';

/** What one file costs in DynamoDB: counts looked at, fragments asked, watches read. */
interface Reads {
  counts: number;
  queries: number;
  watches: number;
}

export interface Index extends ScheduleIndex {
  readonly reads: Reads;
  readonly all: readonly Watch[];
}

/** Schedules from 0 on, each with the expression of its number. */
export const indexOf = (size: number, expressionOf: (index: number) => string): Index => {
  const filed = new Map<string, Watch[]>();
  const counted = new Map<string, number>();
  const all: Watch[] = [];
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
  }
  const reads = { counts: 0, queries: 0, watches: 0 };
  return {
    reads,
    all,
    counts: async () => counted,
    candidates: async (fragments) => {
      const places = ['', ...fragments.filter((fragment) => counted.has(fragment))];
      const watches = places.flatMap((place) => filed.get(place) ?? []);
      reads.counts += fragments.length;
      reads.queries += places.length;
      reads.watches += watches.length;
      return [...new Map(watches.map((watch) => [watch.id, watch])).values()];
    },
  };
};

/** Every scope is everybody's. */
export const fileConfiguration = { readers: {} };
