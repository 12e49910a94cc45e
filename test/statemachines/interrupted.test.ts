import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import { accepted, limits, memoryWorld } from '../domain/deployments/world.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { interrupted, someCuts } from './interruption.ts';
import { run } from './machines.ts';
import { inputOf } from './scenario.ts';
import { stepsOver } from './steps.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const callback = 'https://receiver.example/hook';

describe('a process that is killed and started again', () => {
  it('completes the deployment with one infrastructure, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const world = engineWorld(engine);
      const deployment = await accepted(world, { callback });
      const ran = await interrupted(world, deployment, cut);
      if (!ran) return false;
      expect(ran, `cut ${cut}`).toMatchObject({ status: 'SUCCEEDED' });
      expect(await world.deployments.find(deployment.id), `cut ${cut}`).toMatchObject({
        status: 'CREATE_COMPLETE',
        outputs: { url: 'http://192.0.2.10/' },
      });
      expect(world.clouds.made, `cut ${cut}`).toHaveLength(1);
      expect((await world.resources.all(deployment.id)).map(({ state }) => state)).toEqual(['STARTED', 'STARTED']);
      expect(new Set(world.notified).size).toBe(2);
      return true;
    });
    expect(cuts).toBeGreaterThan(35);
  });

  it('goes on to the next provider and cleans up, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const world = memoryWorld();
      world.clouds.set('alpha', { create: 'unconfigured' });
      const deployment = await accepted(world);
      const ran = await interrupted(world, deployment, cut);
      if (!ran) return false;
      expect(await world.deployments.find(deployment.id), `cut ${cut}`).toMatchObject({
        status: 'CREATE_COMPLETE',
        providerId: 'beta',
      });
      expect(
        world.clouds.made.map(({ providerId }) => providerId),
        `cut ${cut}`,
      ).toEqual(['alpha', 'beta']);
      expect(
        world.clouds.standing.map(({ providerId }) => providerId),
        `cut ${cut}`,
      ).toEqual(['beta']);
      return true;
    });
    expect(cuts).toBeGreaterThan(70);
  });

  it('fails the deployment with every reason, wherever it was cut', async () => {
    await someCuts(async (cut) => {
      const world = memoryWorld();
      world.clouds.set('alpha', { create: 'refuse' });
      world.clouds.set('beta', { create: 'fail' });
      const deployment = await accepted(world, { limits: { ...limits, keepLastAttempt: true }, callback });
      const ran = await interrupted(world, deployment, cut);
      if (!ran) return false;
      const failed = await world.deployments.find(deployment.id);
      expect(failed?.status, `cut ${cut}`).toBe('CREATE_FAILED');
      expect(failed?.statusReason, `cut ${cut}`).toContain('alpha has no such image');
      expect(failed?.statusReasonWithLogs?.text, `cut ${cut}`).toContain(
        'kept, as keepLastAttempt asks: infrastructure inf-1',
      );
      expect(
        world.clouds.standing.map(({ id }) => id),
        `cut ${cut}`,
      ).toEqual(['inf-1']);
      expect(world.notified.filter((id) => id.endsWith('failed'))).toHaveLength(1);
      return true;
    });
  });

  it('deletes the deployment, wherever it was cut', async () => {
    const cuts = await someCuts(async (cut) => {
      const world = memoryWorld();
      const deployment = await accepted(world, { callback });
      await run('create-deployment', inputOf(deployment), { steps: stepsOver(world), clock: world.clock });
      const complete = await world.deployments.find(deployment.id);
      await deleteDeployment(world, complete ?? deployment, { force: false });
      const ran = await interrupted(world, world.started[0] ?? deployment, cut);
      if (!ran) return false;
      expect(ran.status, `cut ${cut}`).toBe('SUCCEEDED');
      expect(world.clouds.standing, `cut ${cut}`).toEqual([]);
      expect(world.stores.kept.deployments.size, `cut ${cut}`).toBe(0);
      expect(world.stores.kept.resources.size, `cut ${cut}`).toBe(0);
      return true;
    });
    expect(cuts).toBeGreaterThan(20);
  });
});
