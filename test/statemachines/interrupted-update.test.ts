import { describe, expect, it } from 'vitest';
import { acceptAction } from '../../src/domain/actions/accept-action.ts';
import type { MemoryStores } from '../domain/deployments/memory.ts';
import { memoryWorld, type World } from '../domain/deployments/world.ts';
import { interrupted, interruptedRun, someCuts } from './interruption.ts';
import { run } from './machines.ts';
import { scenario } from './scenario.ts';
import { type Nodes, templateOf } from './templates.ts';

const node = { type: 'tosca.nodes.Compute' };
const callback = 'https://receiver.example/hook';

/** A deployment of a web, a db and three workers that is complete. */
const complete = async () => {
  const world = memoryWorld();
  const one = await scenario(world, { callback });
  await one.run();
  await one.run(await one.update(templateOf({ web: node, db: node, worker: { scalable: 'count: 3' } })));
  world.notified.length = 0;
  return one;
};

const nodesOf = (world: World<MemoryStores>): readonly string[] =>
  (world.clouds.standing[0]?.machines ?? [])
    .filter(({ removed }) => !removed)
    .map(({ node: name }) => name)
    .sort();

describe('an update whose process is killed and started again', () => {
  it('adds, removes and replaces each machine once, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await complete();
      const all = await one.world.resources.all(one.deployment.id);
      const worker = all.find(({ toscaNodeName }) => toscaNodeName === 'worker');
      const nodes: Nodes = {
        web: { ...node, scalable: 'max_instances: 2, default_instances: 2' },
        worker: { scalable: `count: 2, removal_list: ['${worker?.id}']` },
      };
      const ran = await interrupted(one.world, await one.update(templateOf(nodes)), cut);
      if (!ran) return false;
      expect(ran, `cut ${cut}`).toMatchObject({ status: 'SUCCEEDED' });
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'UPDATE_COMPLETE' });
      expect(nodesOf(one.world), `cut ${cut}`).toEqual(['web', 'web', 'worker', 'worker']);
      const left = await one.world.resources.all(one.deployment.id);
      expect(
        left.map(({ state }) => state),
        `cut ${cut}`,
      ).toEqual(Array(4).fill('STARTED'));
      expect(
        left.map(({ id }) => id),
        `cut ${cut}`,
      ).not.toContain(worker?.id);
      expect(new Set(left.map(({ physicalId }) => physicalId)).size, `cut ${cut}`).toBe(4);
      expect(one.world.clouds.standing[0]?.machines, `cut ${cut}`).toHaveLength(6);
      expect(new Set(one.world.notified).size, `cut ${cut}`).toBe(2);
      return true;
    });
    expect(cuts).toBeGreaterThan(40);
  });

  it('fails with its reason, wherever it was cut', async () => {
    await someCuts(async (cut) => {
      const one = await complete();
      one.world.clouds.set('alpha', { update: 'unconfigured' });
      const ran = await interrupted(one.world, await one.update(templateOf({ web: node, cache: {} })), cut);
      if (!ran) return false;
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'UPDATE_FAILED' });
      expect((await one.now())?.statusReason, `cut ${cut}`).toContain('of cache is unconfigured');
      return true;
    });
  });

  it('is planned by the workflow when the request died before it showed anything', async () => {
    const one = await complete();
    const { put } = one.world.resources;
    one.world.resources.put = async () => {
      throw new Error('the process died');
    };
    await expect(one.update(templateOf({ web: node }))).rejects.toThrow('the process died');
    one.world.resources.put = put;
    one.world.clock.advance(61);
    const [waiting] = await one.world.deployments.notStarted(one.world.clock.now());
    await one.run(waiting);
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(nodesOf(one.world)).toEqual(['web']);
  });
});

describe('an action whose process is killed and started again', () => {
  it('stops the machine, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await complete();
      const [web] = await one.world.resources.all(one.deployment.id);
      const current = await one.now();
      if (!web || !current) throw new Error('nothing was created');
      await acceptAction(one.world, current, web, 'stop');
      const order = one.world.actions[0];
      const ran = await interruptedRun(one.world, (options) => run('act-on-resource', { ...order }, options), cut);
      if (!ran) return false;
      expect(await one.world.resources.find(one.deployment.id, web.id), `cut ${cut}`).toMatchObject({
        state: 'STOPPED',
      });
      return true;
    });
    expect(cuts).toBeGreaterThan(6);
  });
});
