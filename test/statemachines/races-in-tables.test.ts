/** @module-tag full */

import { afterAll, beforeAll, vi } from 'vitest';
import { sampled } from '../support/sampled.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { describeRaces } from './race-properties.ts';

/** The same races over the real engines of tables and files: their conditions decide who wins. `RACES=100` runs more. */
let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

vi.setConfig({ testTimeout: 120_000 });
describeRaces(() => engineWorld(engine), Number(process.env['RACES'] ?? sampled(4, 16)));
