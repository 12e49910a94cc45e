/** @module-tag full */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { arrive } from '../../e2e/schedules/arrivals.ts';
import { worldOver } from '../../e2e/schedules/world.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { sampled } from '../../support/sampled.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine?.stop());

/** The whole number of files and schedules is in test/e2e/schedules/run.ts, which takes minutes. */
it('files get one event and one deployment for each schedule, however often the matcher is told and dies', async () => {
  const world = await worldOver(engine);
  const { expected, events, deployments, deaths } = await arrive(world, {
    files: sampled(70, 120),
    schedules: 40,
    seed: 42,
    deadliness: 0.02,
  });
  expect(deaths).toBeGreaterThan(0);
  expect(expected.size).toBeGreaterThan(20);
  expect(events.map(({ id }) => id).sort()).toEqual([...expected].sort());
  expect(events.every(({ replicationStatus }) => replicationStatus === 'OK')).toBe(true);
  expect(deployments).toBe(expected.size);
  expect(world.started.map(({ id }) => id).sort()).toEqual(events.map(({ deploymentId }) => deploymentId).sort());
}); // a hundred transactions, each several times, beside all the other tests
