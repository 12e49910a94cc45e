/** `node test/e2e/schedules/run.ts [seed]`: 1,000 files against 200 schedules, as issue "Schedules" asks. Exit 1 when one event is wrong. */

import { startEngine } from '../../support/engine.ts';
import { arrive } from './arrivals.ts';
import { worldOver } from './world.ts';

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
const engine = await startEngine();
try {
  const began = Date.now();
  const world = await worldOver(engine);
  const outcome = await arrive(world, { files: 1_000, schedules: 200, seed, deadliness: 0.01 });
  const ids = new Set(outcome.events.map(({ id }) => id));
  const missing = [...outcome.expected].filter((id) => !ids.has(id)).length;
  const extra = [...ids].filter((id) => !outcome.expected.has(id)).length;
  const replicated = outcome.events.filter(({ replicationStatus }) => replicationStatus === 'OK').length;
  const lines = {
    seed,
    seconds: Math.round((Date.now() - began) / 1000),
    deliveries: outcome.deliveries,
    'deaths of the matcher': outcome.deaths,
    'events expected': outcome.expected.size,
    'events there': outcome.events.length,
    missing,
    extra,
    replicated,
    'deployments made': outcome.deployments,
    'deployments started': world.started.length,
  };
  for (const [name, value] of Object.entries(lines)) console.log(`${name.padEnd(24)} ${value}`);
  const right = [outcome.events.length, ids.size, replicated, outcome.deployments, world.started.length];
  if (missing + extra > 0 || right.some((count) => count !== outcome.expected.size)) process.exitCode = 1;
} finally {
  await engine.stop();
}
