import { afterAll, beforeAll } from 'vitest';
import { type World, worldOver } from '../../e2e/schedules/world.ts';
import { directEngine, type Engine } from '../../support/engine.ts';

/** Tables, files and workflows of schedules, for all tests of a file. */
export const worldForTests = (): (() => World) => {
  let engine: Engine;
  let world: World;
  beforeAll(async () => {
    engine = await directEngine();
    world = await worldOver(engine);
  });
  afterAll(() => engine?.stop());
  return () => world;
};
