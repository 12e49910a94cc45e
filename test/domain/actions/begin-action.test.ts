import { describe, expect, it, vi } from 'vitest';
import { NotFoundError, NotReadyError, ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { afterSeconds } from '../deployments/attempting/attempting.ts';
import { acting } from './acting.ts';

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
