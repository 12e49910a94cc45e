/** Infrastructures that stand, made by nobody here, and deployments that adopt them. */

import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { MemoryStores } from '../domain/deployments/memory.ts';
import { accepted, memoryWorld, template, type World } from '../domain/deployments/world.ts';
import { type Scenario, scenarioOf } from './scenario.ts';

export type One = Scenario<World<MemoryStores>>;

/** A web and a db that somebody made an hour ago. */
export const foreign = async (world = memoryWorld(), text = template): Promise<string> => {
  const id = await world.clouds.create('alpha', text);
  world.clock.advance(3_600);
  return id;
};

/** A deployment, accepted as the route accepts it, that is to adopt it. */
export const adoptingIn = async (world: World<MemoryStores>, infrastructureId: string): Promise<One> => {
  const made = await accepted(world);
  const adopts = { providerId: 'alpha', infrastructureId };
  const deployment: Deployment = { ...made, operation: { ...made.operation, adopts } };
  await world.deployments.supersede(made, deployment);
  return scenarioOf(world, deployment);
};

export const adopting = async (text = template): Promise<One & { readonly infrastructureId: string }> => {
  const world = memoryWorld();
  const infrastructureId = await foreign(world, text);
  return { ...(await adoptingIn(world, infrastructureId)), infrastructureId };
};

export const heldBy = ({ world }: One): readonly string[] => {
  const { held } = world.claims as unknown as { readonly held: Map<string, { readonly holder: string }> };
  return [...held].map(([thing, { holder }]) => `${thing}: ${holder}`);
};
