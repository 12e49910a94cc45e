/**
 * Compares the counters of the lists with the records, after 5,000 random creations and deletions by 16 concurrent writers
 * on the local engine.
 */

import { startEngine } from '../test/support/engine.ts';
import { counts, writeAtRandom } from '../test/support/random-writers.ts';
import type { Row } from './row.ts';

const writes = 5_000;
const writers = 16;

export const run = async function* (): AsyncIterable<Row> {
  const engine = await startEngine();
  try {
    const began = performance.now();
    const refused = await writeAtRandom(engine, { seed: Date.now() % 1_000_000, writers, writes });
    const seconds = (performance.now() - began) / 1000;
    const all = await counts(engine);
    const wrong = all.filter(({ counted, there }) => counted !== there);
    const left = all.find(({ scope }) => scope.of === 'all')?.there;
    yield {
      name: `miscounted lists after ${writes} writes of ${writers} writers`,
      ratio: wrong.length,
      budget: 0,
      detail: `${all.length} lists; ${left} deployments left, ${refused} writes met another; ${(writes / seconds).toFixed(0)} writes/s`,
    };
  } finally {
    await engine.stop();
  }
};
