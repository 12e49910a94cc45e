import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginDeletion } from '../../../../src/domain/deployments/deleting/begin-deletion.ts';
import { destroyInfrastructures } from '../../../../src/domain/deployments/deleting/destroy-infrastructures.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';

const log = vi.spyOn(console, 'log').mockReturnValue();
afterEach(() => log.mockClear());

/** messages of the service's own log */
const logged = () => log.mock.calls.map(([line]) => JSON.parse(`${line}`));

/** A deployment with an infrastructure that stands for a minute; then its deletion is accepted. */
const deleting = async (operation: Partial<Deployment['operation']> = {}) => {
  const one = await attempting();
  await one.submit();
  one.world.clock.advance(60);
  const seen = (await one.now()) as Deployment;
  const next: Deployment = {
    ...{ ...seen, status: 'DELETE_IN_PROGRESS' },
    operation: { id: 'deletion', kind: 'DELETE', acceptedAt: afterSeconds(60), ...operation },
  };
  await one.world.deployments.supersede(seen, next);
  const ref = { deploymentId: seen.id, operationId: 'deletion' };
  return {
    ...one,
    clouds: one.world.clouds,
    begin: () => beginDeletion(one.world)(ref),
    destroy: () => destroyInfrastructures(one.world)(ref),
  };
};

describe('destroyInfrastructures', () => {
  it('is over once everything that was ever submitted is gone', async () => {
    const one = await deleting();
    one.world.stores.kept.attempts.set(`${one.deployment.id}#2`, {
      ...{ deploymentId: one.deployment.id, operationId: 'earlier', number: 2, providerId: 'beta', last: true },
      ...{ state: 'FAILED', startedAt: afterSeconds(0), deadline: afterSeconds(60), logged: {} },
    });
    await expect(one.destroy()).rejects.toMatchObject({
      ...{ name: 'NotReadyError', message: '2 infrastructures are not destroyed yet' },
    });
    one.world.clock.advance(30);
    await expect(one.destroy()).rejects.toMatchObject({ message: '1 infrastructure is not destroyed yet' });
    one.world.clock.advance(5);
    expect(await one.destroy()).toEqual({ leftOver: [] });
    expect([(await one.attempt(1))?.state, (await one.attempt(2))?.state]).toEqual(['DESTROYED', 'DESTROYED']);
    expect(one.clouds.destroyed).toEqual(['inf-1']);
    expect(logged()).toEqual([]);
  });

  it('asks nobody for an attempt that is destroyed', async () => {
    const one = await deleting();
    await one.record({ state: 'DESTROYED' });
    expect(await one.destroy()).toEqual({ leftOver: [] });
    expect(one.clouds.destroyed).toEqual([]);
  });

  it('stops when another operation has taken over', async () => {
    const one = await deleting();
    await one.overtake();
    await expect(one.destroy()).rejects.toMatchObject({ name: 'OperationSupersededError' });
    expect(one.clouds.destroyed).toEqual([]);
  });

  it('fails, with what is left and what to do, when its time is up after a day', async () => {
    const one = await deleting();
    // it is never finished, and never refused
    one.clouds.status = async () => ({ state: 'deleting', vms: {} });
    await expect(one.destroy()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(24 * 3600 - 1);
    await expect(one.destroy()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(1);
    await expect(one.destroy()).rejects.toMatchObject({
      name: 'DestroyFailedError',
      message: expect.stringMatching(/^inf-1 on provider alpha: it is deleting\nDelete the deployment again to retry/),
    });
  });

  it('counts the day from the end of an interruption of its workflow', async () => {
    const one = await deleting({ interrupted: { times: 1, at: afterSeconds(60 + 3600) } as never });
    one.clouds.status = async () => ({ state: 'deleting', vms: {} });
    one.world.clock.advance(25 * 3600 - 1);
    await expect(one.destroy()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(1);
    await expect(one.destroy()).rejects.toMatchObject({ name: 'DestroyFailedError' });
  });

  it('counts the day from when its work began, or began anew: the service may stand still for days before', async () => {
    const one = await deleting();
    one.clouds.status = async () => ({ state: 'deleting', vms: {} });
    for (const _ of ['the first start of the workflow', 'another one']) {
      one.world.clock.advance(25 * 3600);
      await one.begin();
      await expect(one.destroy()).rejects.toMatchObject({ name: 'NotReadyError' });
      one.world.clock.advance(24 * 3600 - 1);
      await expect(one.destroy()).rejects.toMatchObject({ name: 'NotReadyError' });
    }
    one.world.clock.advance(1);
    await expect(one.destroy()).rejects.toMatchObject({ name: 'DestroyFailedError' });
  });

  it('counts the day from the end of an outage of its provider', async () => {
    const one = await deleting();
    one.clouds.status = async () => ({ state: 'deleting', vms: {} });
    await one.record({ unreachableAt: afterSeconds(0), reachableAt: afterSeconds(3600) });
    one.world.clock.advance(25 * 3600 - 60 - 1);
    await expect(one.destroy()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(1);
    await expect(one.destroy()).rejects.toMatchObject({ name: 'DestroyFailedError' });
  });

  it('names an infrastructure without an id', async () => {
    const one = await deleting();
    await one.record({ infrastructureId: undefined });
    const { get } = one.world.providers;
    one.world.providers.get = () => get('former');
    await expect(one.destroy()).rejects.toMatchObject({
      message: expect.stringMatching(
        /^an infrastructure, if one was made, on provider alpha: provider alpha is no longer/,
      ),
    });
  });
});

describe('a forced deletion', () => {
  it('ends, with what is left, where nothing more can be done', async () => {
    const one = await deleting({ force: true });
    const { get } = one.world.providers;
    one.world.providers.get = () => get('former');
    const leftOver = [
      'inf-1 on provider alpha: provider alpha is no longer configured; who runs this service can configure it again, with draining: true',
    ];
    expect(await one.destroy()).toEqual({ leftOver });
    const { id: deploymentId } = one.deployment;
    expect(logged()).toMatchObject([
      { level: 'WARN', message: 'left over', deploymentId, operationId: 'deletion', leftOver },
    ]);
  });

  it.each([
    [true, 600],
    [false, 24 * 3600],
  ])('force %s waits %i seconds for a provider that does not answer', async (force, seconds) => {
    const one = await deleting({ force });
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.destroy()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(seconds - 1);
    await expect(one.destroy()).rejects.toMatchObject({ message: expect.stringContaining('does not answer') });
    one.world.clock.advance(1);
    const ended = one.destroy();
    if (force) expect((await ended).leftOver).toHaveLength(1);
    else await expect(ended).rejects.toMatchObject({ name: 'DestroyFailedError' });
  });

  it('waits less than that where the installation allows less', async () => {
    const one = await deleting({ force: true });
    (one.world as { tolerance: { outageMins: number } }).tolerance = { outageMins: 1 };
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.destroy()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(60);
    expect((await one.destroy()).leftOver).toHaveLength(1);
  });

  it('polls less often in a long outage', async () => {
    const one = await deleting();
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.destroy()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(600);
    await expect(one.destroy()).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });
});
