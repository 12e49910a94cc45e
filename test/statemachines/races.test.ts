import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../src/domain/deployments/delete.ts';
import type { Deployment } from '../../src/domain/deployments/deployment.ts';
import { resetDeployment } from '../../src/domain/deployments/reset.ts';
import { updateDeployment } from '../../src/domain/deployments/update.ts';
import { ConflictError, NotFoundError } from '../../src/domain/errors.ts';
import { actOnResource } from '../../src/domain/resources/act.ts';
import type { Resource } from '../../src/domain/resources/resource.ts';
import type { MemoryStores } from '../domain/deployments/memory.ts';
import { limits, memoryWorld, type World } from '../domain/deployments/world.ts';
import { run } from './machines.ts';
import { inputOf, type Scenario, scenario, workflowOf } from './scenario.ts';
import { stepsOver } from './steps.ts';
import { templateOf } from './templates.ts';

const runs = { numRuns: 150 };
const node = { type: 'tosca.nodes.Compute' };
const grown = templateOf({ web: node, db: node, cache: {} });
const shrunk = templateOf({ web: node });

/** The world, its calls put in an order that the seed decides. */
const scheduled = (world: World<MemoryStores>, scheduler: fc.Scheduler): World<MemoryStores> => {
  const through = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
        return scheduler.scheduleFunction(async (...given: unknown[]) => method.apply(target, given));
      },
    });
  const { deployments, attempts, resources, files, workflows, infrastructureManager } = world;
  return {
    ...world,
    deployments: through(deployments),
    attempts: through(attempts),
    resources: through(resources),
    files: through(files),
    workflows: through(workflows),
    infrastructureManager: through(infrastructureManager),
  };
};

interface Race {
  readonly one: Scenario<World<MemoryStores>>;
  /** what all contenders have read */
  readonly seen: Deployment;
  readonly web: Resource;
  readonly world: World<MemoryStores>;
}

type Outcome = 'accepted' | 'refused';

/** A request; what it starts is run at once, in the same disorder. */
const contend = async ({ world, one }: Race, request: () => Promise<void>): Promise<Outcome> => {
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
interface Order {
  readonly scheduler: fc.Scheduler;
  readonly delays: readonly number[];
}

const late = async ({ scheduler, delays }: Order, index: number): Promise<void> => {
  for (let step = 0; step < (delays[index] ?? 0); step += 1) await scheduler.schedule(Promise.resolve());
};

const race = async (
  order: Order,
  contenders: (race: Race) => readonly (() => Promise<Outcome>)[],
): Promise<{ readonly one: Race['one']; readonly outcomes: readonly Outcome[]; readonly web: Resource }> => {
  const one = await scenario(memoryWorld());
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

const put = (given: Race, template: string) => () =>
  contend(given, () => updateDeployment(given.world, given.seen, { template, parameters: {}, limits }));
const remove = (given: Race) => () => contend(given, () => deleteDeployment(given.world, given.seen, { force: false }));
const stop = (given: Race) => () => contend(given, () => actOnResource(given.world, given.seen, given.web, 'stop'));

const sorted = (outcomes: readonly Outcome[]) => outcomes.toSorted();

const oneEach: readonly Outcome[] = ['accepted', 'refused'];

const nodesOf = ({ world }: Race['one']) =>
  (world.clouds.standing[0]?.machines ?? []).filter(({ removed }) => !removed).map(({ node: name }) => name);

const nothingIsLeft = async ({ world, now }: Race['one']) => {
  expect(await now()).toBeUndefined();
  world.clock.advance(60);
  expect(world.clouds.standing).toEqual([]);
};

/** `most`: steps by which a contender may be late. */
const property = (check: (order: Order) => Promise<void>, most = 8) => {
  const order = fc.record({
    scheduler: fc.scheduler(),
    delays: fc.array(fc.nat(most), { minLength: 2, maxLength: 2 }),
  });
  return fc.assert(fc.asyncProperty(order, check), runs);
};

describe('requests at the same moment, in any order of their steps', () => {
  it('of two updates one wins', () =>
    property(async (order) => {
      const { one, outcomes } = await race(order, (given) => [put(given, grown), put(given, shrunk)]);
      expect(sorted(outcomes)).toEqual(oneEach);
      expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
      expect(nodesOf(one)).toEqual(outcomes[0] === 'accepted' ? ['web', 'db', 'cache'] : ['web']);
      expect(await one.world.resources.all(one.deployment.id)).toHaveLength(nodesOf(one).length);
    }));

  it('of an update and a deletion one wins', () =>
    property(async (order) => {
      const { one, outcomes } = await race(order, (given) => [put(given, grown), remove(given)]);
      expect(sorted(outcomes)).toEqual(oneEach);
      if (outcomes[1] === 'accepted') return nothingIsLeft(one);
      expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
      expect(nodesOf(one)).toEqual(['web', 'db', 'cache']);
    }));

  it('of two deletions one wins', () =>
    property(async (order) => {
      const { one, outcomes } = await race(order, (given) => [remove(given), remove(given)]);
      expect(sorted(outcomes)).toEqual(oneEach);
      await nothingIsLeft(one);
    }));

  it('of two actions one wins', () =>
    property(async (order) => {
      const { one, outcomes, web } = await race(order, (given) => [stop(given), stop(given)]);
      expect(sorted(outcomes)).toEqual(oneEach);
      expect(await one.world.resources.find(web.deploymentId, web.id)).toMatchObject({ state: 'STOPPED' });
      expect(one.world.clouds.operated).toEqual(['stop 0']);
    }));

  it('an action never keeps a deletion from its work', () =>
    property(async (order) => {
      const { one, outcomes } = await race(order, (given) => [stop(given), remove(given)]);
      expect(outcomes[1]).toBe('accepted');
      await nothingIsLeft(one);
      expect(one.world.stores.kept.resources.size).toBe(0);
    }, 20));

  it('an update and an action do not meet on a machine', () =>
    property(async (order) => {
      const { one, web } = await race(order, (given) => [put(given, grown), stop(given)]);
      expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
      const after = await one.world.resources.find(web.deploymentId, web.id);
      expect(after).toMatchObject({ state: one.world.clouds.operated.length === 1 ? 'STOPPED' : 'STARTED' });
      expect(after?.action).toBeUndefined();
    }, 40));
});

describe('at any moment of a workflow', () => {
  it('a deletion overtakes an update and leaves nothing', () =>
    property(async (order) => {
      const { one } = await race(order, (given) => {
        const later = async () => {
          const current = await given.world.deployments.find(given.seen.id);
          return contend(given, () => deleteDeployment(given.world, current as Deployment, { force: false }));
        };
        return [put(given, grown), later];
      });
      if (await one.now()) await one.delete();
      await nothingIsLeft(one);
    }, 60));

  it('a reset and the end of the deletion leave a deployment that can be deleted, or none', () =>
    property(async (order) => {
      const { one, outcomes } = await race(order, (given) => {
        const reset = async () => {
          const current = await given.world.deployments.find(given.seen.id);
          if (current === undefined) return 'refused' as const;
          return contend(given, () => resetDeployment(given.world, current, 'DELETE_FAILED'));
        };
        return [remove(given), reset];
      });
      const after = await one.now();
      if (outcomes[0] === 'accepted')
        expect(after?.status).toBe(outcomes[1] === 'accepted' ? 'DELETE_FAILED' : undefined);
      if (after) await one.delete();
      await nothingIsLeft(one);
    }, 60));
});
