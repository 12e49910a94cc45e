/** @module-tag full */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { directEngine, type Engine } from '../../support/engine.ts';
import { counts, writeAtRandom } from '../../support/random-writers.ts';
import { sampled } from '../../support/sampled.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

/** `npm run bench counters` does 10,000, which takes up to two minutes. */
it('the totals equal what is there, after random creations and deletions by 16 writers', async () => {
  const refused = await writeAtRandom(engine, { seed: 20_261_120, writers: 16, writes: sampled(500, 2_000) });
  const all = await counts(engine);
  expect(refused).toBeGreaterThan(sampled(10, 50)); // the writers did meet
  expect(Math.max(...all.map(({ there }) => there))).toBeGreaterThan(20);
  expect(all.filter(({ counted, there }) => counted !== there)).toEqual([]);
});
