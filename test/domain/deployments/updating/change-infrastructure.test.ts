import { describe, expect, it } from 'vitest';
import { updateDeployment } from '../../../../src/domain/deployments/accepting/update.ts';
import { failOperation } from '../../../../src/domain/deployments/finishing/fail-operation.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { NotFoundError, ProviderUnavailableError } from '../../../../src/foundation/errors.ts';
import { afterSeconds } from '../attempting/attempting.ts';
import { limits } from '../world.ts';
import { acceptedAt, begun, nodes, type updating } from './updating.ts';

type Begun = Awaited<ReturnType<typeof begun>>;

describe('changeInfrastructure', () => {
  it('removes what is not needed, then sends the new template, once', async () => {
    const one = await begun(nodes('web', 'cache'));
    await one.change();
    expect(one.clouds.updates).toHaveLength(1);
    expect(one.machines()).toEqual(['web', 'cache']);
    expect(await one.attempt()).toMatchObject({
      askedAt: afterSeconds(acceptedAt),
      answeredAt: afterSeconds(acceptedAt),
    });
    expect(one.world.notified).toEqual([`${one.operationId}-submitted-1`]);
    const log = await one.log();
    expect(log).toContain('virtual machines 1 are no longer needed and are being removed');
    await one.change();
    expect(one.clouds.updates).toHaveLength(1);
    expect(await one.log()).toBe(log);
    expect(one.messages().filter((text) => text.startsWith('ATTEMPT_STARTED'))).toEqual([
      'ATTEMPT_STARTED: provider alpha works on the update of infrastructure inf-1',
    ]);
  });

  it('removes nothing where everything is still needed, and says nothing of it', async () => {
    const one = await begun(nodes('web', 'db', 'cache'));
    const released: unknown[] = [];
    one.clouds.removeVirtualMachines = async (...given) => void released.push(given);
    await one.change();
    expect([released, one.clouds.updates.length]).toEqual([[], 1]);
    expect(await one.log()).not.toContain('no longer needed');
  });

  it('fails where a provider says that it altered a machine, and did not', async () => {
    const size = 'capabilities: { host: { properties: { num_cpus: 4 } } }';
    const one = await begun(nodes('web', 'db').replace('web: { type: tosca.nodes.Compute', `$&, ${size}`));
    one.clouds.set('alpha', { alter: 'ignore' });
    for (const machine of one.clouds.made[0]?.machines ?? []) machine.size = { cpus: 2, gigabytes: 4 };
    await expect(one.change()).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: /^provider alpha altered virtual machine 0 of web, and /,
    });
    expect(one.clouds.updates).toEqual([]);
  });

  it('waits while machines are still being added, up to fifteen minutes', async () => {
    const one = await begun(nodes('web', 'db', 'cache'));
    one.clouds.set('alpha', { addingSeconds: 9_999 });
    await expect(one.change()).rejects.toMatchObject({
      ...{ name: 'NotReadyError', message: 'virtual machines are still being added' },
    });
    one.world.clock.advance(15 * 60 - 1);
    await expect(one.change()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(one.clouds.updates).toEqual([]);
    one.world.clock.advance(1);
    await one.change();
    expect(one.clouds.updates).toHaveLength(1);
  });

  it('fails where the provider refuses, before anything else is said', async () => {
    const one = await begun(nodes('web', 'db', 'cache'));
    one.clouds.set('alpha', { update: 'refuse' });
    await expect(one.change()).rejects.toMatchObject({ name: 'ProviderFailedError', message: /quota exceeded/ });
    expect(one.world.notified).toEqual([]);
  });

  it.each(['lose', 'lose-call'] as const)('leaves a lost answer to the polls: %s', async (update) => {
    const one = await begun(nodes('web', 'db', 'cache'));
    one.clouds.set('alpha', { update });
    await one.change();
    const { askedAt, answeredAt, unansweredAt } = await one.attempt();
    expect([askedAt, answeredAt, unansweredAt]).toEqual([
      afterSeconds(acceptedAt),
      undefined,
      afterSeconds(acceptedAt),
    ]);
  });

  it('removes nothing where the provider does not answer, and sends nothing', async () => {
    const one = await begun(nodes('web'));
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.change()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(600);
    await expect(one.change()).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    expect([one.clouds.updates, one.machines()]).toEqual([[], ['web', 'db']]);
    expect(await one.attempt()).not.toHaveProperty('askedAt');
  });

  it('sends nothing where what is not needed cannot be removed', async () => {
    const one = await begun(nodes('web'));
    one.clouds.set('alpha', { remove: 'refuse' });
    await expect(one.change()).rejects.toMatchObject({ name: 'ProviderFailedError', message: /machine is locked/ });
    expect(one.clouds.updates).toEqual([]);
  });

  it.each<[string, Partial<Parameters<Begun['clouds']['set']>[1]>, boolean]>([
    ['nothing was asked', { outage: { from: 0, to: Infinity } }, true],
    ['the provider refuses to remove a machine', { remove: 'refuse' }, true],
    ['the provider refuses the update after the removal', { update: 'refuse' }, false],
  ])('leaves what it was to remove as it was when it fails and %s', async (_, behaviour, stands) => {
    const one = await begun(nodes('web', 'cache'));
    const { id: deploymentId } = one.deployment;
    one.clouds.set('alpha', behaviour);
    const before = (await one.world.resources.all(deploymentId)).find(({ toscaNodeName }) => toscaNodeName === 'db');
    expect(before?.state).toBe('DELETING');
    await expect(one.change()).rejects.toThrow();
    const failure = { Error: 'ProviderFailedError', Cause: 'no' };
    await failOperation(one.world)({ deploymentId, operationId: one.operationId, failure });
    const after = await one.world.resources.all(deploymentId);
    expect(await one.states()).toEqual({ web: 'STARTED', db: stands ? 'STARTED' : 'ERROR', cache: 'ERROR' });
    expect(after.every((resource) => !('was' in resource))).toBe(true);
    // the next update plans it anew
    const { id: db } = after.find(({ toscaNodeName }) => toscaNodeName === 'db') ?? { id: '' };
    await updateDeployment(one.world, (await one.now()) as Deployment, {
      template: nodes('web'),
      parameters: {},
      limits,
    });
    expect((await one.world.resources.find(deploymentId, db))?.state).toBe('DELETING');
  });

  it('does not say that what it was to remove stands when the answer to the removal was lost', async () => {
    const one = await begun(nodes('web'));
    const remove = one.clouds.removeVirtualMachines.bind(one.clouds);
    one.clouds.removeVirtualMachines = async (...given) => {
      await remove(...given);
      throw new ProviderUnavailableError('504');
    };
    await expect(one.change()).rejects.toMatchObject({ name: 'NotReadyError' });
    const { id: deploymentId } = one.deployment;
    const failure = { Error: 'DeploymentTimeoutError', Cause: 'late' };
    await failOperation(one.world)({ deploymentId, operationId: one.operationId, failure });
    expect(await one.states()).toEqual({ web: 'STARTED', db: 'ERROR' });
  });

  it('shows no machine of an infrastructure that is gone', async () => {
    const one = await begun(nodes('web', 'cache'));
    one.clouds.status = () => Promise.reject(new NotFoundError('no such infrastructure'));
    one.clouds.list = async () => [];
    await expect(one.change()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(5);
    await expect(one.change()).rejects.toMatchObject({ name: 'ProviderFailedError', message: /no longer exists/ });
    const { id: deploymentId } = one.deployment;
    const failure = { Error: 'ProviderFailedError', Cause: 'it no longer exists' };
    await failOperation(one.world)({ deploymentId, operationId: one.operationId, failure });
    expect(await one.states()).toEqual({ web: 'ERROR', db: 'ERROR', cache: 'ERROR' });
    expect((await one.world.resources.all(deploymentId)).some(({ physicalId }) => physicalId !== undefined)).toBe(
      false,
    );
  });

  it('waits, and does not fail, while one call gets no answer', async () => {
    const one = await begun(nodes('web'));
    one.clouds.removeVirtualMachines = () => Promise.reject(new ProviderUnavailableError('504'));
    await expect(one.change()).rejects.toMatchObject({ name: 'NotReadyError', message: '504' });
    expect(await one.attempt()).not.toHaveProperty('unreachableAt');
  });

  it('ends at the deadline', async () => {
    const one = await begun(nodes('web', 'db', 'cache'), { limits: { ...limits, providerTimeoutMins: 1 } });
    one.clouds.set('alpha', { addingSeconds: 9_999 });
    one.world.clock.advance(60);
    await expect(one.change()).rejects.toMatchObject({
      ...{ name: 'ProviderTimeoutError', message: expect.stringContaining('machines are still being added') },
    });
  });

  it('does nothing for an update that has ended, and stops when another operation has taken over', async () => {
    const one = await begun(nodes('web'));
    await one.world.deployments.record(one.deployment.id, one.operationId, { status: 'UPDATE_FAILED' });
    await one.change();
    await one.overtake();
    await expect(one.change()).rejects.toMatchObject({ name: 'OperationSupersededError' });
    expect(one.clouds.updates).toEqual([]);
  });
});

describe('pollUpdate', () => {
  const asked = async (...given: Parameters<typeof updating>) => {
    const one = await begun(...given);
    await one.change();
    return one;
  };

  it('waits until the new machines are ready, and completes the attempt once', async () => {
    const one = await asked(nodes('web', 'cache'));
    one.world.clock.advance(6);
    await expect(one.pollUpdate()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.attempt()).toMatchObject({ state: 'RUNNING' });
    one.world.clock.advance(20);
    await one.pollUpdate();
    expect(await one.attempt()).toMatchObject({ state: 'COMPLETE' });
    one.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await one.pollUpdate();
  });

  it('fails where a new machine does', async () => {
    const one = await begun(nodes('web', 'db', 'cache'));
    one.clouds.set('alpha', { update: 'fail' });
    await one.change();
    one.world.clock.advance(26);
    await expect(one.pollUpdate()).rejects.toMatchObject({ name: 'ProviderFailedError' });
  });

  it('asks again after a lost call, but not before that can have taken effect', async () => {
    const one = await begun(nodes('web', 'db', 'cache'));
    one.clouds.set('alpha', { update: 'lose-call' });
    await one.change();
    const lost = { name: 'NotReadyError', message: 'the answer to the update was lost' };
    one.world.clock.advance(119);
    await expect(one.pollUpdate()).rejects.toMatchObject(lost);
    expect(one.clouds.updates).toHaveLength(1);
    one.world.clock.advance(1);
    await expect(one.pollUpdate()).rejects.toMatchObject(lost);
    expect(one.clouds.updates).toHaveLength(2);
    expect(await one.attempt()).toMatchObject({ answeredAt: afterSeconds(acceptedAt + 120) });
    expect(await one.attempt()).not.toHaveProperty('unansweredAt');
  });

  it('does not ask again while machines are being added: it would add them twice', async () => {
    const one = await begun(nodes('web', 'db', 'cache'));
    one.clouds.set('alpha', { update: 'lose' });
    await one.change();
    one.clouds.set('alpha', { addingSeconds: 200 });
    one.world.clock.advance(150);
    await expect(one.pollUpdate()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(one.clouds.updates).toHaveLength(1);
    one.world.clock.advance(50);
    await expect(one.pollUpdate()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(one.clouds.updates).toHaveLength(2);
    expect(one.machines()).toEqual(['web', 'db', 'cache']);
  });

  it('fails where nobody answers the update for ten minutes while other calls are answered', async () => {
    const one = await begun(nodes('web', 'db', 'cache'));
    one.clouds.update = () => Promise.reject(new ProviderUnavailableError('504'));
    await one.change();
    one.world.clock.advance(599);
    await expect(one.pollUpdate()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(120);
    await expect(one.pollUpdate()).rejects.toMatchObject({
      ...{
        name: 'ProviderFailedError',
        message: expect.stringContaining('has not answered the update for 10 minutes'),
        cause: { message: '504' },
      },
    });
  });

  it('removes what a repeated call has made twice', async () => {
    const one = await asked(nodes('web', 'cache'));
    one.world.clock.advance(30);
    const [stays] = one.clouds.made[0]?.machines ?? [];
    if (stays) one.clouds.made[0]?.machines.push({ ...stays, id: '9', node: 'db' });
    await expect(one.pollUpdate()).rejects.toMatchObject({
      ...{ name: 'NotReadyError', message: 'virtual machines 9 are not needed and were removed' },
    });
    expect(one.machines()).toEqual(['web', 'cache']);
    await one.pollUpdate();
    expect(await one.attempt()).toMatchObject({ state: 'COMPLETE' });
  });

  it('does nothing for an update that has ended, and stops when another operation has taken over', async () => {
    const one = await asked(nodes('web'));
    await one.world.deployments.record(one.deployment.id, one.operationId, { status: 'UPDATE_FAILED' });
    await one.pollUpdate();
    expect(await one.attempt()).toMatchObject({ state: 'RUNNING' });
    await one.overtake();
    await expect(one.pollUpdate()).rejects.toMatchObject({ name: 'OperationSupersededError' });
  });
});
