/** Contenders for one deployment, their steps put in an order that a seed decides, over stores of any kind. */

import fc from 'fast-check';
import { expect } from 'vitest';
import { acceptAction } from '../../src/domain/actions/accept-action.ts';
import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import { updateDeployment } from '../../src/domain/deployments/accepting/update.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { Resource } from '../../src/domain/resources/resource.ts';
import { ConflictError, NotFoundError } from '../../src/foundation/errors.ts';
import { limits, type World } from '../domain/deployments/world.ts';
import { run } from './machines.ts';
import { inputOf, type Scenario, scenario, workflowOf } from './scenario.ts';
import { stepsOver } from './steps.ts';
import { templateOf } from './templates.ts';

const node = { type: 'tosca.nodes.Compute' };
export const grown = templateOf({ web: node, db: node, cache: {} });
export const shrunk = templateOf({ web: node });

/** The world, its calls begun in an order that the seed decides. */
const scheduled = (world: World, scheduler: fc.Scheduler): World => {
  const through = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        if (name === 'policy') return Reflect.get(target, name);
        const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
        if (typeof method !== 'function') return method; // a port may lack it
        return async (...given: unknown[]) => {
          await scheduler.schedule(Promise.resolve());
          return method.apply(target, given);
        };
      },
    });
  const { deployments, attempts, resources, files, workflows, deployerOf } = world;
  return {
    ...world,
    deployments: through(deployments),
    attempts: through(attempts),
    resources: through(resources),
    files: through(files),
    workflows: through(workflows),
    deployerOf: (providerId) => through(deployerOf(providerId)),
  };
};

export interface Race {
  readonly one: Scenario<World>;
  /** what all contenders have read */
  readonly seen: Deployment;
  readonly web: Resource;
  readonly world: World;
}

export type Outcome = 'accepted' | 'refused';

/** A request; what it starts is run at once, in the same disorder. */
export const contend = async ({ world, one }: Race, request: () => Promise<void>): Promise<Outcome> => {
  const before = new Set([...one.world.started, ...one.world.actions]);
  const options = { steps: stepsOver(world), clock: world.clock };
  const follow = async () => {
    const operations = one.world.started.filter((each) => !before.has(each));
    const actions = one.world.actions.filter((each) => !before.has(each));
    await Promise.all([
      ...operations.map((each) => run(workflowOf(each), inputOf(each), options)),
      ...actions.map((each) => run('act-on-resource', { ...each }, options)),
    ]);
  };
  try {
    await request();
    await follow();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
    return 'refused';
  }
};

/** Who comes later, and by how many steps. */
export interface Order {
  readonly scheduler: fc.Scheduler;
  readonly delays: readonly number[];
}

const late = async ({ scheduler, delays }: Order, index: number): Promise<void> => {
  for (let step = 0; step < (delays[index] ?? 0); step += 1) await scheduler.schedule(Promise.resolve());
};

export const race = async (
  makeWorld: () => World,
  order: Order,
  contenders: (race: Race) => readonly (() => Promise<Outcome>)[],
): Promise<{ readonly one: Race['one']; readonly outcomes: readonly Outcome[]; readonly web: Resource }> => {
  const one = await scenario(makeWorld());
  await one.run();
  const seen = await one.now();
  const [web] = await one.world.resources.all(one.deployment.id);
  if (!seen || !web) throw new Error('nothing was created');
  const { scheduler } = order;
  const given = { one, seen, web, world: scheduled(one.world, scheduler) };
  const started = contenders(given).map(async (start, index) => {
    await late(order, index);
    return start();
  });
  const outcomes = await scheduler.waitFor(Promise.all(started));
  return { one, outcomes, web };
};

export const put = (given: Race, template: string) => () =>
  contend(given, () => updateDeployment(given.world, given.seen, { template, parameters: {}, limits }));
export const remove = (given: Race) => () =>
  contend(given, () => deleteDeployment(given.world, given.seen, { force: false }));
export const stop = (given: Race) => () =>
  contend(given, () => acceptAction(given.world, given.seen, given.web, 'stop'));

export const sorted = (outcomes: readonly Outcome[]) => outcomes.toSorted();

export const oneEach: readonly Outcome[] = ['accepted', 'refused'];

export const nodesOf = ({ world }: Race['one']) =>
  (world.clouds.standing[0]?.machines ?? []).filter(({ removed }) => !removed).map(({ node: name }) => name);

export const nothingIsLeft = async ({ world, now, deployment }: Race['one']) => {
  expect(await now()).toBeUndefined();
  expect(await world.resources.all(deployment.id)).toEqual([]);
  expect(await world.attempts.list(deployment.id)).toEqual([]);
  world.clock.advance(60);
  expect(world.clouds.standing).toEqual([]);
};

/** In any order of their steps; `most`: steps by which a contender may be late. */
export const inAnyOrder = (numRuns: number, check: (order: Order) => Promise<void>, most = 8): Promise<void> => {
  const order = fc.record({
    scheduler: fc.scheduler(),
    delays: fc.array(fc.nat(most), { minLength: 2, maxLength: 2 }),
  });
  return fc.assert(fc.asyncProperty(order, check), { numRuns });
};
