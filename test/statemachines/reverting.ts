/** Updates that fail, and were asked to go back. */

import { expect } from 'vitest';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { MemoryStores } from '../domain/deployments/memory.ts';
import { memoryWorld, type World } from '../domain/deployments/world.ts';
import { type Scenario, scenario } from './scenario.ts';
import { templateOf } from './templates.ts';

export const node = { type: 'tosca.nodes.Compute' };
const callback = 'https://receiver.example/hook';
export const rollback = { onFailure: 'rollback' } as const;

export type One = Scenario<World<MemoryStores>>;

/** Version 1, of a web and a db, is in force. */
export const complete = async (): Promise<One> => {
  const world = memoryWorld();
  const one = await scenario(world, { callback, parameters: { size: 1, password: 'first' } });
  await one.run();
  await one.run(await one.update(templateOf({ web: node, db: node })));
  expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', inForce: 1 });
  world.notified.length = 0;
  world.events.length = 0;
  return one;
};

/** What the sweep would start, until there is nothing any more. */
export const rest = async (one: One): Promise<void> => {
  const [waiting] = await one.world.deployments.notStarted(new Date(one.world.clock.now().getTime() + 1));
  if (waiting === undefined) return;
  await one.run(waiting);
  await rest(one);
};

export const machines = ({ world }: One): readonly string[] =>
  (world.clouds.standing[0]?.machines ?? [])
    .filter(({ removed }) => !removed)
    .map(({ node: name }) => name)
    .sort();

export const failing = (one: One, changes: object = {}): Promise<Deployment> => {
  one.world.clouds.set('alpha', { update: 'unconfigured' });
  return one.update(templateOf({ web: node, cache: node }), { ...rollback, ...changes });
};

export const mended = ({ world }: One) => world.clouds.set('alpha', {});
