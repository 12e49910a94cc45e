/** @module-tag full */

import { memoryWorld } from '../domain/deployments/world.ts';
import { sampled } from '../support/sampled.ts';
import { describeRaces } from './race-properties.ts';

/** Clouds that are soon ready are looked at less often: the same calls in any order. */
const soonReady = () => {
  const world = memoryWorld();
  world.clouds.usual = { bootSeconds: 8 };
  return world;
};

describeRaces(soonReady, Number(process.env['RACES'] ?? sampled(40, 150)));
