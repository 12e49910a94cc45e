/**
 * The request that a file's matching costs in DynamoDB: the counts of its fragments, a hundred at a time. The table engine
 * is on loopback, so the time has no network in it; Lambda's is longer.
 */

import { scheduleIndex } from '../src/adapters/tables/schedule-index.ts';
import { fragmentsOfFile } from '../src/domain/schedules/fragments.ts';
import type { File } from '../src/domain/schedules/schedule.ts';
import { startEngine } from '../test/support/engine.ts';
import { type Compared, inPairs, threadTime } from './pairs.ts';

const rounds = 100;

/** What the matching of a file adds to its request, by processor time. The table is empty: that is the fastest answer. */
export const requestFor = async (
  fileOf: (round: number) => File,
  pairs: number,
  matching: () => Promise<number>,
): Promise<Compared> => {
  const engine = await startEngine();
  try {
    const ports = { client: engine.client, table: engine.tables.schedules, clock: { now: () => new Date() } };
    let round = 0;
    const look = () => threadTime(rounds, () => scheduleIndex(ports).candidates(fragmentsOfFile(fileOf(round++))));
    await look(); // warm-up
    return await inPairs(pairs, matching, look);
  } finally {
    await engine.stop();
  }
};
