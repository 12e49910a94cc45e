/** Machines that something happens to behind the service's back, and deployments that are repaired. */

import type { MemoryStores } from '../domain/deployments/memory.ts';
import { memoryWorld, type World } from '../domain/deployments/world.ts';
import { type Scenario, scenario } from './scenario.ts';
import { templateOf } from './templates.ts';

export type One = Scenario<World<MemoryStores>>;

export const sized = { type: 'tosca.nodes.Compute', host: 'num_cpus: 2, mem_size: 4 GB' };

/** A web and two of db stand, and are complete. */
export const standing = async (): Promise<One> => {
  const one = await scenario(memoryWorld());
  await one.run();
  await one.run(await one.update(templateOf({ web: sized, db: { ...sized, scalable: 'default_instances: 2' } })));
  one.world.clock.advance(600);
  one.world.clouds.updates.length = 0;
  one.world.events.length = 0;
  return one;
};

export const machinesOf = ({ world }: One) =>
  (world.clouds.standing[0]?.machines ?? []).filter(({ removed }) => !removed);

/** `index`: of the machines of the node. */
export const machineOf = (one: One, node: string, index = 0) => {
  const machine = machinesOf(one).filter((each) => each.node === node)[index];
  if (machine === undefined) throw new Error(`${node} has no machine ${index}`);
  return machine;
};

/** node -> ids of its machines, those that are gone at their cloud apart */
export const standingOf = (one: One): Record<string, readonly string[]> =>
  Object.fromEntries(
    [...Map.groupBy(machinesOf(one), ({ node, gone }) => (gone ? 'gone' : node))].map(([node, all]) => [
      node,
      all.map(({ id }) => id),
    ]),
  );
