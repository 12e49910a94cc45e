/** A creation that failed, and is continued or repeated under its id: docs/decisions/0075. */

import { describe, expect, it } from 'vitest';
import { ConflictError, InvalidError } from '../../src/foundation/errors.ts';
import { limits, memoryWorld } from '../domain/deployments/world.ts';
import { interrupted, someCuts } from './interruption.ts';
import { type Scenario, scenario, statesOf } from './scenario.ts';
import { templateOf } from './templates.ts';

const node = { type: 'tosca.nodes.Compute' };
const callback = 'https://receiver.example/hook';

/** A creation that failed at both clouds; the second one kept what it made, if the request asked for that. */
const failed = async (keepLastAttempt: boolean, how: 'fail' | 'unconfigured' | 'refuse' = 'unconfigured') => {
  const world = memoryWorld();
  world.clouds.set('alpha', { create: 'refuse' });
  world.clouds.set('beta', { create: how });
  const one = await scenario(world, { callback, limits: { ...limits, keepLastAttempt } });
  await one.run();
  expect((await one.now())?.status).toBe('CREATE_FAILED');
  world.clouds.set('alpha', {});
  world.clouds.set('beta', {});
  world.notified.length = 0;
  return one;
};

const standing = ({ world }: Scenario) => world.clouds.standing.map(({ id, providerId }) => `${providerId} ${id}`);

const machines = ({ world }: Scenario): readonly string[] =>
  (world.clouds.standing[0]?.machines ?? [])
    .filter(({ removed }) => !removed)
    .map(({ node: name }) => name)
    .sort();

describe('a creation that left nothing', () => {
  it('begins anew under its id, at the best provider, with the inputs and resources of before', async () => {
    const one = await failed(false);
    const before = await one.world.resources.all(one.deployment.id);
    const accepted = await one.retry();
    expect(accepted).toMatchObject({ id: one.deployment.id, status: 'CREATE_IN_PROGRESS', task: 'NONE' });
    expect(accepted).not.toHaveProperty('statusReason');
    expect(await one.run(accepted)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'alpha' });
    expect(standing(one)).toEqual(['alpha inf-2']);
    const after = await one.world.resources.all(one.deployment.id);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
    expect((await one.world.attempts.list(one.deployment.id)).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('takes another template, whose nodes come, stay and go', async () => {
    const one = await failed(false);
    const web = (await one.world.resources.all(one.deployment.id)).find((each) => each.toscaNodeName === 'web');
    const template = templateOf({ web: node, cache: node });
    await one.run(await one.retry({ template, parameters: { size: 2 }, name: 'again' }));
    const done = await one.now();
    expect(done).toMatchObject({ status: 'CREATE_COMPLETE', parameters: { size: 2 }, name: 'again' });
    expect(await one.world.files.getTemplate(one.deployment.id, done?.templateOf ?? '')).toBe(template);
    expect(await statesOf(one)).toEqual({ web: 'STARTED', cache: 'STARTED' });
    expect(await one.world.resources.all(one.deployment.id)).toContainEqual(expect.objectContaining({ id: web?.id }));
    expect(machines(one)).toEqual(['cache', 'web']);
  });

  it('may fail again, and be tried again with the last template', async () => {
    const one = await failed(false);
    one.world.clouds.set('alpha', { create: 'refuse' });
    one.world.clouds.set('beta', { create: 'refuse' });
    await one.run(await one.retry({ template: templateOf({ web: node, cache: node }) }));
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED' });
    expect((await one.now())?.statusReason).toContain('alpha has no such image');
    one.world.clouds.set('beta', {});
    await one.run(await one.retry());
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'beta' });
    expect(machines(one)).toEqual(['cache', 'web']);
  });
});

describe('a creation that kept what it made', () => {
  it.each(['unconfigured', 'fail'] as const)('completes that, and makes the rest: %s', async (how) => {
    const one = await failed(true, how);
    const accepted = await one.retry();
    expect(accepted).toMatchObject({ status: 'CREATE_IN_PROGRESS', operation: { kind: 'CREATE', retries: 'kept' } });
    await one.run(accepted);
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'beta', infrastructureId: 'inf-1' });
    expect(standing(one)).toEqual(['beta inf-1']);
    expect(machines(one)).toEqual(['db', 'web']);
    expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
    const last = await one.now();
    expect(last?.templateOf).toBe(accepted.operation.id);
    await one.run(await one.update(templateOf({ web: node })));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  });

  it('takes another template for it', async () => {
    const one = await failed(true);
    await one.run(await one.retry({ template: templateOf({ web: node, cache: node }) }));
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', infrastructureId: 'inf-1' });
    expect(machines(one)).toEqual(['cache', 'web']);
    expect(await statesOf(one)).toEqual({ web: 'STARTED', cache: 'STARTED' });
  });

  it('keeps it when that fails too, and the next try has the last template', async () => {
    const one = await failed(true);
    one.world.clouds.set('beta', { update: 'refuse' });
    await one.run(await one.retry({ template: templateOf({ web: node, cache: node }) }));
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED', infrastructureId: 'inf-1' });
    one.world.clouds.set('beta', {});
    await one.run(await one.retry());
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', infrastructureId: 'inf-1' });
    expect(machines(one)).toEqual(['cache', 'web']);
  });

  it('is removed first when all is to be made anew', async () => {
    const one = await failed(true);
    const order: string[] = [];
    const { create } = one.world.clouds;
    one.world.clouds.create = async (...given) => {
      order.push(`standing: ${standing(one).length}`);
      return create.apply(one.world.clouds, given);
    };
    await one.run(await one.retry({ anew: true }));
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'alpha' });
    expect(standing(one)).toEqual(['alpha inf-2']);
    expect(order).toEqual(['standing: 0']);
  });

  it('can be deleted whole, whatever the tries left', async () => {
    const one = await failed(true);
    one.world.clouds.set('beta', { update: 'refuse' });
    await one.run(await one.retry());
    await one.delete();
    expect(standing(one)).toEqual([]);
    expect(await one.now()).toBeUndefined();
  });
});

describe('a retry', () => {
  it('of two at once accepts one, and the other is a conflict', async () => {
    const one = await failed(false);
    const both = await Promise.allSettled([one.retry(), one.retry()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((each) => each.status === 'rejected')?.reason).toBeInstanceOf(ConflictError);
    await one.run(one.world.started.at(-1));
    expect(standing(one)).toHaveLength(1);
  });

  it('refuses a broken template before anything changes', async () => {
    const one = await failed(true);
    const before = await one.now();
    await expect(one.retry({ template: 'tosca_definitions_version: nothing' })).rejects.toThrow(InvalidError);
    await expect(one.retry({ template: templateOf({}) })).rejects.toThrow(InvalidError);
    expect(await one.now()).toEqual(before);
  });

  it('is a conflict in every other status, and while a deletion runs', async () => {
    const one = await failed(false);
    await one.run(await one.retry());
    await expect(one.retry()).rejects.toThrow(ConflictError);
    const two = await failed(true);
    const current = await two.now();
    await two.world.deployments.supersede(current as never, {
      ...(current as NonNullable<typeof current>),
      status: 'DELETE_IN_PROGRESS',
    });
    await expect(two.retry({ template: templateOf({ web: node }) })).rejects.toThrow(ConflictError);
  });

  it('is started by the sweep when the process died after it was accepted', async () => {
    const one = await failed(false);
    const { startOperation } = one.world.workflows;
    one.world.workflows.startOperation = async () => {
      throw new Error('the process died');
    };
    await expect(one.retry()).rejects.toThrow('the process died');
    one.world.workflows.startOperation = startOperation;
    one.world.clock.advance(61);
    const [waiting] = await one.world.deployments.notStarted(one.world.clock.now());
    await one.run(waiting);
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
  });

  const cases = [
    ['anew, where nothing was left', false, false],
    ['anew, after what was kept is removed', true, true],
    ['with what was kept', true, false],
  ] as const;
  it.each(cases)('makes one infrastructure, wherever its process was cut: %s', async (_, keep, anew) => {
    const cuts = await someCuts(async (cut) => {
      const one = await failed(keep);
      const ran = await interrupted(one.world, await one.retry({ anew }), cut);
      if (!ran) return false;
      expect(ran, `cut ${cut}`).toMatchObject({ status: 'SUCCEEDED' });
      expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'CREATE_COMPLETE' });
      expect(standing(one), `cut ${cut}`).toEqual([keep && !anew ? 'beta inf-1' : 'alpha inf-2']);
      expect(machines(one), `cut ${cut}`).toEqual(['db', 'web']);
      expect(await statesOf(one), `cut ${cut}`).toEqual({ web: 'STARTED', db: 'STARTED' });
      expect(new Set(one.world.notified).size, `cut ${cut}`).toBe(2);
      return true;
    });
    expect(cuts).toBeGreaterThan(20);
  });
});
