import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeployment } from '../../src/domain/deployments/accepting/create.ts';
import { limits } from '../domain/deployments/world.ts';
import { first, second } from './aws-world.ts';
import { deletionAtSomeCuts, interrupted, killedAfter, someCuts } from './interruption.ts';
import { jobs, jobWorlds } from './job-world.ts';
import { run } from './machines.ts';
import { type Scenario, scenarioOf } from './scenario.ts';
import { stepsOver } from './steps.ts';

let aws: Awaited<ReturnType<typeof jobWorlds>>;
beforeAll(async () => {
  aws = await jobWorlds();
});
afterAll(() => aws.stop());

const owner = { issuer: 'https://issuer.example', subject: 'user' };

const make = async (...faults: Parameters<typeof aws.make>): Promise<Scenario> => {
  const world = aws.make(...faults);
  return scenarioOf(world, await createDeployment(world, { template: jobs(), parameters: {}, limits, owner }));
};

const both = (region: string) => [{ region, state: 'SUCCEEDED', nodes: ['count', 'report'] }];

describe('a process that is killed while it works on jobs', () => {
  /** The second creation is cut only where the first was not. */
  const tried = new Set<string>();

  it('submits each job once, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await make();
      const ran = await interrupted(one.world, one.deployment, cut);
      if (!ran) return false;
      expect(ran, `cut ${cut}`).toMatchObject({ status: 'SUCCEEDED' });
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'CREATE_COMPLETE', providerId: first });
      expect(await aws.standing(), `cut ${cut}`).toEqual(both(first));
      return true;
    }, tried);
    expect(cuts).toBeGreaterThan(35);
  });

  it('submits a job without memory left once more, and what waited for it, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const world = aws.make({ job: 'out-of-memory', below: 600 });
      const template = jobs('true', { max_mem_size: '1 GiB' }, { mem_size: '1 GiB' });
      const one = await scenarioOf(world, await createDeployment(world, { template, parameters: {}, limits, owner }));
      const ran = await interrupted(one.world, one.deployment, cut);
      if (!ran) return false;
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'CREATE_COMPLETE', providerId: first });
      const [{ nodes = [] } = {}, ...others] = await aws.standing();
      expect(others, `cut ${cut}`).toEqual([]);
      expect(nodes, `cut ${cut}`).toEqual(['count', 'report', 'try2', 'try2']);
      return true;
    });
    expect(cuts).toBeGreaterThan(35);
  });

  it('goes on to the next queue and cleans up, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await make({ job: 'no-image', region: first });
      const ran = await interrupted(one.world, one.deployment, cut);
      if (!ran) return false;
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'CREATE_COMPLETE', providerId: second });
      expect(await aws.standing(), `cut ${cut}`).toEqual(both(second));
      return true;
    }, tried);
    expect(cuts).toBeGreaterThan(50);
  });

  it('leaves nothing of what it deletes, wherever it was cut', async () => {
    expect(await deletionAtSomeCuts(() => make(), aws.standing)).toBeGreaterThan(10);
  });

  it('leaves nothing when the deployment is deleted before anybody goes on, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await make();
      const { guarded, process } = killedAfter(one.world, cut);
      const input = { deploymentId: one.deployment.id, operationId: one.deployment.operation.id };
      const options = { clock: one.world.clock, steps: stepsOver(guarded), isDead: () => process.dead };
      await run('create-deployment', input, options);
      if (!process.dead) return false;
      await one.delete();
      expect(await one.now(), `cut ${cut}`).toBeUndefined();
      expect(await aws.standing(), `cut ${cut}`).toEqual([]);
      return true;
    });
    expect(cuts).toBeGreaterThan(35);
  });
});

/** The calls of a deployer, each of which waits for its turn. */
const inTurns = <Port extends object>(port: Port, scheduler: fc.Scheduler): Port =>
  new Proxy(port, {
    get: (target, name) => {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member; // a port may lack it
      return async (...given: unknown[]) => {
        await scheduler.schedule(Promise.resolve());
        return (member as (...given: unknown[]) => Promise<unknown>).apply(target, given);
      };
    },
  });

describe('a creation and a deletion that meet', () => {
  it('leave nothing, in any order of their calls', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.nat(30), async (scheduler, late) => {
        const one = await make();
        const { deployerOf } = one.world;
        const world = { ...one.world, deployerOf: (id: string) => inTurns(deployerOf(id), scheduler) };
        const input = { deploymentId: one.deployment.id, operationId: one.deployment.operation.id };
        const creating = run('create-deployment', input, { steps: stepsOver(world), clock: world.clock });
        const deleting = (async () => {
          for (let turn = 0; turn < late; turn += 1) await scheduler.schedule(Promise.resolve());
          await scenarioOf(world, one.deployment).delete();
        })();
        await scheduler.waitFor(Promise.all([creating, deleting]));
        expect(await one.now()).toBeUndefined();
        expect(await aws.standing()).toEqual([]);
      }),
      { numRuns: 12 },
    ));
});
