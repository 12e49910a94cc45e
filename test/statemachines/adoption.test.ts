/** An infrastructure that stands becomes a deployment's own, and nothing of it is changed: docs/decisions/0083. */

import { describe, expect, it, vi } from 'vitest';
import type { Deployer } from '../../src/domain/deployers/ports.ts';
import { adopting, adoptingIn, heldBy } from './adopting.ts';
import { begin } from './orphan-world.ts';
import { statesOf } from './scenario.ts';
import { templateOf } from './templates.ts';

const compute = 'tosca.nodes.Compute';
const larger = templateOf({ web: { type: compute, scalable: 'default_instances: 2' }, db: { type: compute } });

describe('an adoption', () => {
  it('is complete with the machines that stand, and asks for nothing but answers', async () => {
    const one = await adopting();
    await one.run();
    const { infrastructureId } = one;
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'alpha', infrastructureId });
    expect((await one.now())?.outputs).toEqual({ url: 'http://192.0.2.10/' });
    expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
    const machines = (await one.world.resources.all(one.deployment.id)).map(({ physicalId }) => physicalId);
    expect(machines.toSorted()).toEqual(['0', '1']);
    const { updates, operated, altered, reconfigured, destroyed, made } = one.world.clouds;
    expect([updates, operated, altered, reconfigured, destroyed]).toEqual([[], [], [], [], []]);
    expect(made).toHaveLength(1);
    expect(one.world.events.map(({ message }) => message).join()).toContain(
      `infrastructure ${infrastructureId} of provider alpha is adopted, and nothing of it was changed`,
    );
    expect(heldBy(one)).toEqual([`infrastructure ${infrastructureId}: ${one.deployment.id}`]);
  });

  it('leaves a stopped machine stopped', async () => {
    const one = await adopting();
    await one.world.clouds.operate('alpha', one.infrastructureId, '0', 'stop');
    one.world.clock.advance(60);
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
    expect(await statesOf(one)).toEqual({ web: 'STOPPED', db: 'STARTED' });
  });

  it('is updated, repaired and deleted afterwards as any other', async () => {
    const one = await adopting();
    await one.run();
    await one.run(await one.update(larger));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect((await one.world.resources.all(one.deployment.id)).map(({ physicalId }) => physicalId).toSorted()).toEqual([
      '0',
      '1',
      '2',
    ]);
    Object.assign(one.world.clouds.standing[0]?.machines[1] ?? {}, { gone: true });
    await one.run(await one.repair());
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
    await one.delete();
    expect(await one.now()).toBeUndefined();
    expect(one.world.clouds.destroyed).toContain(one.infrastructureId);
    expect(heldBy(one)).toEqual([]);
  });
});

describe('an adoption where the engine compares by itself', () => {
  const comparing = async () => {
    const one = await adopting();
    const { deployerOf } = one.world;
    const resources = await one.world.resources.all(one.deployment.id);
    const made = new Map(resources.map(({ toscaNodeName, id }) => [toscaNodeName, id]));
    Object.assign(one.world, {
      deployerOf: (provider: string): Deployer => {
        const deployer = deployerOf(provider);
        return {
          ...{ ...deployer, policy: { ...deployer.policy, comparesByItself: true } },
          inspect: () => Promise.reject(new Error('it would take minutes')),
          virtualMachines: async (id, vmIds) =>
            (await deployer.virtualMachines(id, vmIds)).map((each) => ({
              ...each,
              resourceId: made.get(each.node) ?? '',
            })),
        };
      },
    });
    return { ...one, made };
  };

  it('reads its machines, each of which names its resource', async () => {
    const one = await comparing();
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', infrastructureId: one.infrastructureId });
    expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
  });

  it('fails where a machine was made for another resource meanwhile, and leaves all as it is', async () => {
    const one = await comparing();
    one.made.set('web', 'of-another-deployment');
    await one.run();
    expect(await one.now()).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason: expect.stringContaining('no machine of it was made for node web: have it compared anew'),
    });
    expect(one.world.clouds.destroyed).toEqual([]);
    expect(heldBy(one)).toEqual([]);
  });
});

describe('an adoption that is refused while it works', () => {
  it('fails where it belongs to another deployment already, and leaves it there', async () => {
    const first = await adopting();
    const second = await adoptingIn(first.world, first.infrastructureId);
    await first.run();
    await second.run();
    expect(await second.now()).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason: expect.stringContaining(
        `it was not adopted, and stays as it is: infrastructure ${first.infrastructureId} belongs to deployment ${first.deployment.id} already`,
      ),
    });
    expect(await second.now()).not.toHaveProperty('infrastructureId');
    await second.delete();
    expect(await second.now()).toBeUndefined();
    expect(first.world.clouds.destroyed).toEqual([]);
    expect(heldBy(first)).toEqual([`infrastructure ${first.infrastructureId}: ${first.deployment.id}`]);
  });

  it('fails where it is not as described any more, and holds nothing', async () => {
    const one = await adopting();
    Object.assign(one.world.clouds.standing[0]?.machines[1] ?? {}, { removed: true });
    await one.run();
    expect(await one.now()).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason: expect.stringContaining('db: missing: the template asks for 1, and 0 of them stand'),
    });
    expect(heldBy(one)).toEqual([]);
    await one.delete();
    expect(one.world.clouds.destroyed).toEqual([]);
  });

  it('fails where it is gone, or is being destroyed', async () => {
    const gone = await adopting();
    await gone.world.clouds.destroy('alpha', gone.infrastructureId);
    await gone.run();
    expect(await gone.now()).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason: expect.stringContaining('destroyed'),
    });
    const lost = await adoptingIn(gone.world, 'inf-99');
    await lost.run();
    expect(await lost.now()).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason: expect.stringContaining('invalid'),
    });
    expect(heldBy(gone)).toEqual([]);
  });

  it('is not made instead, by no other try', async () => {
    const one = await adoptingIn((await adopting()).world, 'inf-99');
    await one.run();
    await expect(one.retry()).rejects.toThrow('delete this deployment, which has none, and adopt again');
    expect(one.world.clouds.made).toHaveLength(1);
  });

  it('waits while the provider is away, and fails without a destruction when that lasts too long', async () => {
    const one = await adopting();
    const now = one.world.clock.now().getTime() / 1_000;
    one.world.clouds.set('alpha', { outage: { from: now, to: now + 600 } });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
    const long = await adopting();
    const from = long.world.clock.now().getTime() / 1_000;
    long.world.clouds.set('alpha', { outage: { from, to: from + 3 * 86_400 } });
    await long.run();
    expect(await long.now()).toMatchObject({ status: 'CREATE_FAILED' });
    await long.delete();
    expect(await long.now()).toBeUndefined();
    expect(long.world.clouds.destroyed).toEqual([]);
  });
});

it('a deployment that is deleted before its adoption leaves what stands', async () => {
  const one = await adopting();
  await one.delete();
  expect(await one.now()).toBeUndefined();
  await one.run();
  expect(one.world.clouds.destroyed).toEqual([]);
  expect(one.world.clouds.standing).toHaveLength(1);
});

describe('what a forced deletion left', () => {
  const left = async () => {
    const one = await begin();
    await one.run();
    one.world.clouds.set('alpha', { destroy: 'refuse' });
    await one.delete({ force: true });
    expect(await one.now()).toBeUndefined();
    const [infrastructure] = one.world.clouds.standing;
    return { ...one, infrastructureId: infrastructure?.id ?? '' };
  };

  it('is adopted again, and is then no orphan', async () => {
    const one = await left();
    await one.pass(20 * 60);
    const again = await adoptingIn(one.world as never, one.infrastructureId);
    await again.run();
    expect(await again.now()).toMatchObject({ status: 'CREATE_COMPLETE', infrastructureId: one.infrastructureId });
    one.world.clouds.set('alpha', {});
    const asked = one.world.clouds.destroyed.length;
    await one.pass(3 * 86_400, 3_600);
    expect(one.world.clouds.destroyed).toHaveLength(asked);
    expect(one.world.clouds.standing).toHaveLength(1);
    await again.delete();
    expect(one.world.clouds.standing).toEqual([]);
  });

  it('is not adopted while the deletion may still take effect', async () => {
    const one = await left();
    const early = await adoptingIn(one.world as never, one.infrastructureId);
    await early.run();
    expect(await early.now()).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason: expect.stringContaining('its destruction was requested just now: try again after'),
    });
    one.world.clock.advance(10 * 60);
    const late = await adoptingIn(one.world as never, one.infrastructureId);
    await late.run();
    expect(await late.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
  });

  it('is free for nobody in between where it was adopted before', async () => {
    const one = await adopting();
    await one.run();
    one.world.clouds.set('alpha', { destroy: 'refuse' });
    const written = vi.spyOn(one.world.claims, 'replace');
    await one.delete({ force: true });
    expect(await one.now()).toBeUndefined();
    expect(heldBy(one)).toEqual([`infrastructure ${one.infrastructureId}: orphans`]);
    expect(written.mock.calls.map(([, , next]) => next?.holder)).toEqual(['orphans']);
  });

  it('is not adopted while the sweep has just asked for its destruction', async () => {
    const one = await left();
    one.world.clock.advance(11 * 60);
    await one.sweep();
    const again = await adoptingIn(one.world as never, one.infrastructureId);
    await again.run();
    expect(await again.now()).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason: expect.stringContaining('its destruction was requested just now: try again after'),
    });
  });
});

it('adopts nothing twice, of however many that try at once', async () => {
  const first = await adopting();
  const others = await Promise.all([1, 2, 3].map(() => adoptingIn(first.world, first.infrastructureId)));
  await Promise.all([first, ...others].map((one) => one.run()));
  const ends = await Promise.all([first, ...others].map(async (one) => (await one.now())?.status));
  expect(ends.toSorted()).toEqual(['CREATE_COMPLETE', 'CREATE_FAILED', 'CREATE_FAILED', 'CREATE_FAILED']);
});
