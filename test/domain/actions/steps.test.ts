import { describe, expect, it, vi } from 'vitest';
import { acceptAction } from '../../../src/domain/actions/accept-action.ts';
import { timeIsUp } from '../../../src/domain/actions/action-outage.ts';
import { beginAction } from '../../../src/domain/actions/begin-action.ts';
import { failAction } from '../../../src/domain/actions/fail-action.ts';
import { pollAction } from '../../../src/domain/actions/poll-action.ts';
import type { ActionOrder } from '../../../src/domain/deployments/record/workflows.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import { NotFoundError, NotReadyError, ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { afterSeconds, attempting } from '../deployments/attempting/attempting.ts';

/** A machine that stands for a minute, and an action on it that was accepted then. */
const acting = async (type: 'start' | 'stop' = 'stop', more: Partial<Resource> = {}) => {
  const one = await attempting();
  await one.submit();
  const { world, deployment } = one;
  await world.deployments.record(deployment.id, deployment.operation.id, { status: 'CREATE_COMPLETE' });
  world.clock.advance(60);
  const find = async () => (await world.resources.all(deployment.id))[0] as Resource;
  const state = type === 'stop' ? 'STARTED' : 'STOPPED';
  await world.resources.put([{ ...(await find()), state, physicalId: '0', ...more }]);
  const complete = await one.now();
  if (!complete) throw new Error('there is no deployment');
  await acceptAction(world, complete, await find(), type);
  const order = world.actions.at(-1) as ActionOrder;
  const fail = (name: string, Cause: string) => failAction(world)({ ...order, failure: { Error: name, Cause } });
  return {
    ...one,
    ...{ clouds: world.clouds, order, find, fail },
    begin: () => beginAction(world)(order),
    poll: () => pollAction(world)(order),
    /** another action has the resource */
    lose: async () => {
      const resource = await find();
      const action = { id: 'newer', type: 'start', acceptedAt: afterSeconds(60) } as const;
      await world.resources.put([{ ...resource, action }]);
    },
  };
};

describe('beginAction', () => {
  it('asks the provider once, however often it runs', async () => {
    const one = await acting();
    await one.begin();
    await one.begin();
    expect(one.clouds.operated).toEqual(['stop 0']);
    expect(await one.find()).toMatchObject({ state: 'STOPPING', action: { askedAt: afterSeconds(60) } });
  });

  it('stops when another action has the resource', async () => {
    const one = await acting();
    await one.lose();
    await expect(one.begin()).rejects.toMatchObject({ name: 'OperationSupersededError' });
    expect(one.clouds.operated).toEqual([]);
  });

  it.each([
    ['stop', 'configured', 'running'],
    ['start', 'stopped', 'stopped'],
  ] as const)('knows after a refused %s that the machine is as it was', async (type, _, left) => {
    const one = await acting(type);
    one.clouds.set('alpha', { power: 'refuse' });
    one.clouds.virtualMachines = () => Promise.reject(new ProviderUnavailableError('502'));
    await expect(one.begin()).rejects.toMatchObject({ name: 'ProviderFailedError', message: /locked/ });
    expect(await one.find()).toMatchObject({ action: { left } });
  });

  it('takes the machine’s own state for what is left, where it can be read', async () => {
    const one = await acting('stop');
    one.clouds.set('alpha', { power: 'refuse' });
    const { virtualMachines } = one.clouds;
    one.clouds.virtualMachines = async (...given) =>
      (await virtualMachines.apply(one.clouds, given)).map((vm) => ({ ...vm, state: 'off' }));
    await expect(one.begin()).rejects.toMatchObject({ name: 'ProviderFailedError' });
    expect(await one.find()).toMatchObject({ action: { left: 'stopped' } });
  });

  it('fails for a machine that is gone, or that never was', async () => {
    const one = await acting();
    one.clouds.operate = () => Promise.reject(new NotFoundError('Invalid VM ID'));
    await expect(one.begin()).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: 'virtual machine 0 no longer exists' },
    });
    const other = await acting();
    const { physicalId: _, ...resource } = await other.find();
    await other.world.resources.put([resource]);
    await expect(other.begin()).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: 'the resource no longer has a virtual machine' },
    });
  });

  it('asks one last time after ten minutes, and says then why it was too late', async () => {
    const one = await acting();
    one.clouds.operate = () => Promise.reject(new NotReadyError('409: it is being changed'));
    one.world.clock.advance(599);
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(1);
    await expect(one.begin()).rejects.toMatchObject({
      name: 'ProviderTimeoutError',
      message: 'the provider did not accept the request within 10 minutes: 409: it is being changed',
    });
  });

  it.each([
    ['configured', { left: 'running' }],
    ['unconfigured', { left: 'running' }],
    ['stopped', { left: 'stopped' }],
    ['off', { left: 'stopped' }],
    ['failed', {}],
    ['unknown', {}],
  ] as const)('knows after a refusal, of a machine that is %s: %j', async (state, left) => {
    const one = await acting('stop');
    one.clouds.set('alpha', { power: 'refuse' });
    one.clouds.virtualMachines = async () => [{ id: '0', node: 'web', state, properties: [] }];
    await expect(one.begin()).rejects.toMatchObject({ name: 'ProviderFailedError' });
    const { id, type, acceptedAt } = (await one.find()).action ?? {};
    expect((await one.find()).action).toStrictEqual({ id, type, acceptedAt, ...left });
  });

  it('takes the machine for untouched after a refusal when it is not in the answer', async () => {
    const one = await acting('stop');
    one.clouds.set('alpha', { power: 'refuse' });
    one.clouds.virtualMachines = async () => [];
    await expect(one.begin()).rejects.toMatchObject({ name: 'ProviderFailedError' });
    expect(await one.find()).toMatchObject({ action: { left: 'running' } });
  });

  it.each(['operate', 'status', 'virtualMachines'] as const)('hides no mistake of our own in %s', async (call) => {
    const one = await acting('stop');
    const own = new TypeError('a mistake of the code');
    if (call === 'status') one.clouds.operate = () => Promise.reject(new ProviderUnavailableError('504'));
    if (call === 'virtualMachines') one.clouds.set('alpha', { power: 'refuse' });
    Object.assign(one.clouds, { [call]: () => Promise.reject(own) });
    await expect(one.begin()).rejects.toBe(own);
  });

  it.each(['providerId', 'infrastructureId'] as const)(
    'fails where the deployment has no %s any more',
    async (part) => {
      const one = await acting();
      const { id, operation } = one.deployment;
      await one.world.deployments.record(id, operation.id, { [part]: undefined });
      await expect(one.begin()).rejects.toMatchObject({
        ...{ name: 'ProviderFailedError', message: 'the resource no longer has a virtual machine' },
      });
    },
  );

  it('ends an outage with the answer that the machine is not ready', async () => {
    const one = await acting();
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(120);
    one.clouds.operate = () => Promise.reject(new NotReadyError('409: it is being changed'));
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotReadyError', message: '409: it is being changed' });
    expect((await one.find()).action).toMatchObject({ awayMs: 120_000 });
    expect((await one.find()).action).not.toHaveProperty('unreachableAt');
  });

  it('writes nothing for an answer that changes nothing', async () => {
    const one = await acting();
    one.clouds.operate = () => Promise.reject(new NotReadyError('409: it is being changed'));
    const before = await one.find();
    one.world.clock.advance(1);
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.find()).toEqual(before);
  });

  it('records an outage once, and raises the alarm when it is long', async () => {
    const lines = vi.spyOn(console, 'log').mockReturnValue();
    const one = await acting();
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(599);
    lines.mockClear();
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(lines).not.toHaveBeenCalled();
    one.world.clock.advance(1);
    await expect(one.begin()).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    expect(lines.mock.calls.map(([line]) => JSON.parse(`${line}`).attention)).toEqual(['provider-away']);
    expect(await one.find()).toMatchObject({
      updatedAt: afterSeconds(60),
      action: { unreachableAt: afterSeconds(60) },
    });
    lines.mockRestore();
  });

  it('waits through an outage, whose time does not count', async () => {
    const one = await acting();
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.find()).toMatchObject({ action: { unreachableAt: afterSeconds(60) } });
    one.world.clock.advance(3600);
    await expect(one.begin()).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    one.clouds.set('alpha', {});
    await one.begin();
    expect((await one.find()).action).toMatchObject({ awayMs: 3_600_000, askedAt: afterSeconds(3660) });
    expect((await one.find()).action).not.toHaveProperty('unreachableAt');
  });

  it('gives a provider ten minutes that answers every other call', async () => {
    const one = await acting();
    one.clouds.operate = () => Promise.reject(new ProviderUnavailableError('504'));
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotReadyError', message: '504' });
    expect((await one.find()).action).not.toHaveProperty('unreachableAt');
    one.world.clock.advance(600);
    await expect(one.begin()).rejects.toMatchObject({ name: 'ProviderTimeoutError' });
  });

  it('fails after an outage of a day', async () => {
    const one = await acting();
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(24 * 3600 - 1);
    await expect(one.begin()).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    one.world.clock.advance(1);
    await expect(one.begin()).rejects.toMatchObject({
      name: 'ProviderTimeoutError',
      message: expect.stringContaining('could not be reached for 1440 minutes'),
    });
  });
});

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
