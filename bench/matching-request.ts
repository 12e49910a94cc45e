/**
 * The request that a file's matching costs in DynamoDB: the counts of its fragments, a hundred at a time. The table engine
 * is on loopback, so the time has no network in it; Lambda's is longer.
 */

import { scheduleIndex } from '../src/adapters/tables/schedule-index.ts';
import { fragmentsOfFile } from '../src/domain/schedules/fragments.ts';
import type { File } from '../src/domain/schedules/schedule.ts';
import { startEngine } from '../test/support/engine.ts';
import { median, timed } from './row.ts';

const rounds = 200;

/** Milliseconds of the request for a file, the median. The table is empty: that is the fastest answer. */
export const requestFor = async (fileOf: (round: number) => File): Promise<number> => {
  const engine = await startEngine();
  try {
    const ports = { client: engine.client, table: engine.tables.schedules, clock: { now: () => new Date() } };
    let round = 0;
    const look = () => scheduleIndex(ports).candidates(fragmentsOfFile(fileOf(round++)));
    await timed(rounds, look); // warm-up
    return median(await timed(rounds, look));
  } finally {
    await engine.stop();
  }
};
