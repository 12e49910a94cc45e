import { describe, expect, it } from 'vitest';
import { timeIsUp } from '../../../src/domain/actions/action-outage.ts';
import { NotFoundError } from '../../../src/foundation/errors.ts';
import { afterSeconds } from '../deployments/attempting/attempting.ts';
import { acting } from './acting.ts';

describe('pollAction', () => {
  it.each([
    ['stop', 'STOPPED'],
    ['start', 'STARTED'],
  ] as const)('ends a %s once the machine is there, with what is known of it', async (type, state) => {
    const one = await acting(type, { metadata: { StateReason: 'an earlier one failed', Kept: 'yes' } });
    await one.begin();
    await expect(one.poll()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.find()).toMatchObject({ action: { id: one.order.actionId } });
    one.world.clock.advance(4);
    await one.poll();
    const after = await one.find();
    expect(after).toMatchObject({ state, updatedAt: afterSeconds(64) });
    expect(after).not.toHaveProperty('action');
    expect(after.metadata).toEqual({ Kept: 'yes', VirtualMachineInfo: expect.stringContaining('"vmProperties"') });
  });

  it.each([
    ['stop', 'stopped', 'STOPPED'],
    ['start', 'configured', 'STARTED'],
  ] as const)('waits where the machine is unknown right after a %s', async (type, state, ended) => {
    const one = await acting(type);
    await one.begin();
    one.clouds.virtualMachines = async () => [{ id: '0', node: 'web', state: 'unknown', properties: [] }];
    await expect(one.poll()).rejects.toMatchObject({ name: 'NotReadyError', message: 'virtual machine 0 is unknown' });
    one.clouds.virtualMachines = async () => [{ id: '0', node: 'web', state, properties: [] }];
    await one.poll();
    expect(await one.find()).toMatchObject({ state: ended });
  });

  it('is content with a started machine that is badly configured, as it may have been before', async () => {
    const one = await acting('start');
    await one.begin();
    one.clouds.virtualMachines = async () => [{ id: '0', node: 'web', state: 'unconfigured', properties: [] }];
    await one.poll();
    expect(await one.find()).toMatchObject({ state: 'STARTED' });
  });

  it('fails for a machine that failed, or that is gone', async () => {
    const one = await acting();
    one.clouds.set('alpha', { power: 'fail' });
    await one.begin();
    one.world.clock.advance(4);
    await expect(one.poll()).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: 'virtual machine 0 has failed' },
    });
    for (const answer of [async () => [], () => Promise.reject(new NotFoundError('no such infrastructure'))]) {
      one.clouds.virtualMachines = answer;
      await expect(one.poll()).rejects.toMatchObject({ message: 'virtual machine 0 no longer exists' });
    }
  });

  it('ends after ten minutes, and remembers how the machine is', async () => {
    const one = await acting();
    one.clouds.set('alpha', { power: 'never' });
    await one.begin();
    one.world.clock.advance(599);
    await expect(one.poll()).rejects.toMatchObject({
      name: 'NotReadyError',
      message: 'virtual machine 0 is configured',
    });
    expect((await one.find()).action).not.toHaveProperty('left');
    one.world.clock.advance(1);
    await expect(one.poll()).rejects.toMatchObject({
      name: 'ProviderTimeoutError',
      message: 'still STOPPING after 10 minutes: virtual machine 0 is configured',
    });
    expect(await one.find()).toMatchObject({ state: 'STOPPING', action: { left: 'running' } });
  });

  it('waits through an outage', async () => {
    const one = await acting();
    await one.begin();
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.poll()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(600);
    await expect(one.poll()).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });

  it('stops when another action has the resource', async () => {
    const one = await acting();
    await one.lose();
    await expect(one.poll()).rejects.toMatchObject({ name: 'OperationSupersededError' });
  });
});

describe('pollAction and a mistake of our own', () => {
  it('hides none', async () => {
    const one = await acting();
    await one.begin();
    const own = new TypeError('a mistake of the code');
    one.clouds.virtualMachines = () => Promise.reject(own);
    await expect(one.poll()).rejects.toBe(own);
  });
});

describe('the time of an action', () => {
  const action = { id: 'a', type: 'stop', acceptedAt: afterSeconds(0) } as const;
  const up = (seconds: number, more: object = {}, ...options: [{ more: number }?]) =>
    timeIsUp({ ...action, ...more }, new Date(afterSeconds(seconds)), ...options);

  it('is ten minutes, and more where somebody else waits for it', () => {
    expect([up(599), up(600)]).toEqual([false, true]);
    expect([up(659, {}, { more: 1 }), up(660, {}, { more: 1 })]).toEqual([false, true]);
  });

  it('does not run in outages, neither in those that are over nor in the present one', () => {
    expect([up(719, { awayMs: 120_000 }), up(720, { awayMs: 120_000 })]).toEqual([false, true]);
    expect(up(10_000, { unreachableAt: afterSeconds(599) })).toBe(false);
    expect(up(10_000, { unreachableAt: afterSeconds(600) })).toBe(true);
  });
});

describe('failAction', () => {
  it.each([
    [undefined, 'ERROR'],
    ['running', 'STARTED'],
    ['stopped', 'STOPPED'],
  ] as const)('puts a resource whose machine was left %s into %s, with the reason', async (left, state) => {
    const one = await acting();
    const resource = await one.find();
    if (!resource.action) throw new Error('it has an action');
    await one.world.resources.put([{ ...resource, action: { ...resource.action, ...(left && { left }) } }]);
    await one.fail('ProviderFailedError', 'the machine is locked');
    const after = await one.find();
    expect(after).toMatchObject({ state, metadata: { StateReason: 'stop failed: the machine is locked' } });
    expect(after).not.toHaveProperty('action');
  });

  it.each([
    ['running', { id: 'before', at: '2026-01-01T00:00:00.000Z', seenAt: '2025-12-31T00:00:00.000Z' }],
    ['running', undefined],
    ['stopped', undefined],
  ] as const)('counts for office hours only where the machine is no longer as it was: %s', async (left, acted) => {
    const one = await acting('stop', acted && { acted });
    const resource = await one.find();
    if (!resource.action) throw new Error('it has an action');
    await one.world.resources.put([{ ...resource, action: { ...resource.action, left } }]);
    await one.fail('ProviderFailedError', 'the machine is locked');
    const { acted: last } = await one.find();
    if (left === 'stopped') expect(last).toEqual(resource.acted);
    else expect(last).toEqual(acted);
  });

  it('shows no message that is not our own', async () => {
    const one = await acting();
    await one.fail('TypeError', 'secret of the runtime');
    expect((await one.find()).metadata['StateReason']).toBe(
      `stop failed: the workflow ended unexpectedly (TypeError); ask the operators of this service about action ${one.order.actionId}`,
    );
  });

  it('shortens what is too long', async () => {
    const one = await acting();
    await one.fail('ProviderFailedError', 'x'.repeat(9_000));
    expect((await one.find()).metadata['StateReason']?.length).toBeLessThan(2_100);
  });

  it('stops when another action has the resource', async () => {
    const one = await acting();
    await one.lose();
    await expect(one.fail('ProviderFailedError', 'x')).rejects.toMatchObject({ name: 'OperationSupersededError' });
  });
});
