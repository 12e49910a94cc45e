import { describe, expect, it } from 'vitest';
import { createTries, longestAttemptMins } from '../../../../src/domain/deployments/record/deadlines.ts';
import type { memoryOrphans } from '../orphans.ts';
import { limits } from '../world.ts';
import { afterSeconds, attempting } from './attempting.ts';

describe('submitAttempt', () => {
  it('asks the provider, and records what it makes on the attempt and on the deployment', async () => {
    const one = await attempting();
    await one.submit();
    expect(one.world.clouds.made.map(({ name }) => name)).toEqual([`toscanini-${one.deployment.id}-1`]);
    expect(await one.attempt()).toMatchObject({ state: 'RUNNING', infrastructureId: 'inf-1', providerId: 'alpha' });
    expect(await one.now()).toMatchObject({ task: 'DEPLOYER', providerId: 'alpha', infrastructureId: 'inf-1' });
    expect(await one.log()).toBe(
      `${afterSeconds(0)} attempt 1: provider alpha is asked for the infrastructure\n` +
        `${afterSeconds(0)} attempt 1: provider alpha works on infrastructure inf-1\n`,
    );
    expect(one.messages()).toEqual(['ATTEMPT_STARTED: provider alpha works on infrastructure inf-1']);
    expect(one.world.notified).toEqual([`${one.deployment.operation.id}-submitted-1`]);
  });

  it.each([
    [2, 2 * 60],
    [longestAttemptMins + 1, longestAttemptMins * 60],
  ])('gives a provider with a limit of %i minutes until %i seconds later', async (providerTimeoutMins, seconds) => {
    const one = await attempting({ limits: { ...limits, providerTimeoutMins } });
    await one.submit();
    expect(await one.attempt()).toMatchObject({
      ...{ startedAt: afterSeconds(0), askedAt: afterSeconds(0), deadline: afterSeconds(seconds) },
      ...{ number: 1, last: false },
    });
  });

  it('does nothing for an operation that has ended', async () => {
    const one = await attempting();
    await one.world.deployments.record(one.deployment.id, one.deployment.operation.id, { status: 'CREATE_FAILED' });
    await one.submit();
    expect([one.world.clouds.made, await one.attempt()]).toEqual([[], undefined]);
  });

  it.each(['FAILED', 'DESTROYED'] as const)('does not ask again for an attempt that is %s', async (state) => {
    const one = await attempting();
    await one.begun({ state, reason: 'alpha has no such image', quotedLog: '' });
    one.world.clock.advance(3600);
    await expect(one.submit()).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: 'alpha has no such image' },
    });
    expect(one.world.clouds.made).toEqual([]);
  });

  it('run again after its last write changes nothing, and asks nobody', async () => {
    const one = await attempting();
    await one.submit();
    const [before, log] = [await one.attempt(), await one.log()];
    one.world.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    one.world.clock.advance(5);
    await one.submit();
    expect([await one.attempt(), await one.log()]).toEqual([before, log]);
    expect(one.world.notified).toHaveLength(1);
    expect(one.messages()).toHaveLength(1);
  });

  it('tells what its provider is known for, and what its deployer cannot do', async () => {
    const one = await attempting();
    const facts = { 'cloud-type': 'OpenStack' } as never;
    one.world.providers.get = async (id) => ({ id, name: id, priority: 1, facts });
    await one.submit();
    expect((await one.now())?.provider).toEqual(facts);
    one.world.clouds.set('alpha', { cannot: ['stop'] });
    await one.submit();
    expect((await one.now())?.provider).toEqual({ 'cloud-type': 'OpenStack', cannot: ['stop'] });
    one.world.providers.get = async (id) => ({ id, name: 'Cloud Alpha', priority: 1 });
    await one.submit();
    expect((await one.now())?.provider).toEqual({ name: 'Cloud Alpha', cannot: ['stop'] });
  });
});

describe('what is asked for', () => {
  it('is the template with the edits for this provider, and none for another', async () => {
    const one = await attempting();
    const edit = (value: string) => ({ node: 'web', path: ['metadata', 'cloud'], value });
    const { id, operation } = one.deployment;
    await one.world.files.putRanking(id, operation.id, {
      candidates: [
        { id: 'beta', name: 'Beta', edits: [edit('of_beta')] },
        { id: 'alpha', name: 'Alpha', edits: [edit('of_alpha')] },
      ],
      dropped: [],
    } as never);
    await one.submit();
    const [{ template } = { template: '' }] = one.world.clouds.made;
    expect(template).toContain('of_alpha');
    expect(template).not.toContain('of_beta');
  });

  it('is the translation of the template, where there is one', async () => {
    const one = await attempting();
    const { id, operation } = one.deployment;
    const translation = 'topology_template:\n  node_templates:\n    translated: { type: tosca.nodes.Compute }\n';
    await one.world.files.putRanking(id, operation.id, { translation, candidates: [], dropped: [] } as never);
    await one.submit();
    expect(one.world.clouds.made[0]?.template).toContain('translated');
  });

  it('makes every resource anew: none keeps a machine, a state or a failure of the provider before', async () => {
    const one = await attempting();
    const before = await one.world.resources.all(one.deployment.id);
    await one.world.resources.put(
      before.map((resource) => ({
        ...resource,
        ...{ state: 'ERROR', physicalId: 'vm-1', metadata: { VirtualMachineInfo: 'of alpha', Kept: 'yes' } },
      })),
    );
    one.world.clock.advance(7);
    await one.submit();
    const anew = { state: 'CREATING', metadata: { Kept: 'yes' }, updatedAt: afterSeconds(7) };
    const after = await one.world.resources.all(one.deployment.id);
    expect(after).toMatchObject([anew, anew]);
    expect(after.filter((resource) => 'physicalId' in resource)).toEqual([]);
  });
});

describe('a provider that refuses', () => {
  it('ends the attempt: nothing is left of it, and nothing needs to be searched for', async () => {
    const one = await attempting();
    one.world.clouds.set('alpha', { create: 'refuse' });
    await expect(one.submit()).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: 'alpha has no such image',
    });
    expect(await one.attempt()).toMatchObject({
      ...{ state: 'DESTROYED', reason: 'alpha has no such image', quotedLog: '', cleaningAt: afterSeconds(0) },
    });
  });

  it('is one that is no longer configured, too', async () => {
    const one = await attempting();
    const { get } = one.world.providers;
    one.world.providers.get = () => get('former');
    await expect(one.submit()).rejects.toMatchObject({
      ...{
        name: 'ProviderFailedError',
        message:
          'provider alpha is no longer configured; who runs this service can configure it again, with draining: true',
      },
    });
    expect(await one.attempt()).toMatchObject({ state: 'DESTROYED' });
    expect(one.world.clouds.made).toEqual([]);
  });

  it('is one that gets another kind of deployer while the attempt begins: the attempt would keep the wrong kind', async () => {
    const one = await attempting();
    const kinds = ['infrastructure-manager', 'cloudformation'] as const;
    let asked = 0;
    one.world.providers.get = async (id) => {
      asked += 1;
      return { id, name: 'Account', priority: 0, facts: { deployer: kinds[Math.min(asked, 2) - 1] ?? kinds[0] } };
    };
    await expect(one.submit()).rejects.toMatchObject({ name: 'ProviderFailedError' });
    expect(one.world.clouds.made).toEqual([]);
  });

  it('is one that got another kind of deployer after an interrupted call: what that call made stays known', async () => {
    const one = await attempting();
    await one.begun({ deployer: 'infrastructure-manager' });
    one.world.providers.get = async (id) => ({
      id,
      name: 'Account',
      priority: 0,
      facts: { deployer: 'cloudformation' },
    });
    const failure = { name: 'ProviderFailedError', message: expect.stringContaining('has now the deployer') };
    await expect(one.submit()).rejects.toMatchObject(failure);
    expect(await one.attempt()).toMatchObject({ state: 'SUBMITTING' });
    expect(one.world.clouds.made).toEqual([]);
  });
});

describe('a provider that is taken out of the configuration while it works', () => {
  it('keeps the infrastructure that it has made', async () => {
    const one = await attempting();
    const create = one.world.clouds.create.bind(one.world.clouds);
    one.world.clouds.create = async (...given) => {
      const { get } = one.world.providers;
      one.world.providers.get = () => get('former');
      return create(...given);
    };
    await one.submit();
    expect(await one.attempt()).toMatchObject({ state: 'RUNNING', infrastructureId: 'inf-1' });
    expect(await one.now()).toMatchObject({ infrastructureId: 'inf-1' });
  });
});

describe('a create call without an answer', () => {
  const cutOff = async (more: Parameters<typeof attempting>[0] = {}) => {
    const one = await attempting(more);
    one.world.clouds.set('alpha', { create: 'down' });
    await expect(one.submit()).rejects.toMatchObject({ name: 'NotReadyError' });
    return one;
  };

  it('is repeated only after the time in which it may still take effect', async () => {
    const one = await cutOff();
    expect(await one.attempt()).toMatchObject({
      ...{ state: 'SUBMITTING', cutOffAt: afterSeconds(0), cutOffWhy: 'alpha answered 502' },
    });
    one.world.clouds.set('alpha', {});
    one.world.clock.advance(29);
    await expect(one.submit()).rejects.toMatchObject({
      ...{ name: 'NotReadyError', message: 'provider alpha may still be working on the call before this one' },
    });
    expect(one.world.clouds.made).toEqual([]);
    one.world.clock.advance(1);
    await one.submit();
    expect(one.world.clouds.made).toHaveLength(1);
    expect(await one.attempt()).toMatchObject({ state: 'RUNNING', infrastructureId: 'inf-1', unansweredCalls: 1 });
  });

  it('of a process that died is repeated after the longest time that it can have taken, too', async () => {
    const one = await attempting();
    await one.begun();
    one.world.clock.advance(59);
    await expect(one.submit()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(1);
    await one.submit();
    expect(one.world.clouds.made).toHaveLength(1);
  });

  it('is not one that failed before it was sent', async () => {
    const one = await attempting();
    one.world.clouds.create = () => Promise.reject(new Error('the secret cannot be read'));
    await expect(one.submit()).rejects.toThrow('the secret cannot be read');
    expect(await one.attempt()).not.toHaveProperty('cutOffAt');
  });

  it('is not repeated when its infrastructure is found', async () => {
    const one = await attempting();
    one.world.clouds.set('alpha', { create: 'lose' });
    await expect(one.submit()).rejects.toMatchObject({ name: 'NotReadyError' });
    await one.submit();
    expect(one.world.clouds.made).toHaveLength(1);
    expect(await one.attempt()).toMatchObject({ state: 'RUNNING', infrastructureId: 'inf-1' });
    expect(await one.attempt()).not.toHaveProperty('unansweredCalls');
  });

  it('leaves a possible orphan when it is repeated, since it may have made something too', async () => {
    const one = await cutOff();
    const orphans = one.world.orphans as ReturnType<typeof memoryOrphans>;
    one.world.clouds.set('alpha', {});
    one.world.clock.advance(30);
    expect(orphans.all()).toEqual([]);
    await one.submit();
    expect(orphans.all()).toMatchObject([{ deploymentId: one.deployment.id, number: 1, unanswered: true, looks: 0 }]);
    const attempt = await one.attempt();
    expect(attempt).toMatchObject({ askedAt: afterSeconds(30) });
    expect(attempt).not.toHaveProperty('cutOffAt');
  });

  it('makes its provider fail after some calls, while it answers others', async () => {
    const one = await cutOff();
    for (let call = 1; call < createTries; call += 1) {
      one.world.clock.advance(30);
      await expect(one.submit()).rejects.toMatchObject({ name: 'NotReadyError' });
      expect(await one.attempt()).toMatchObject({ unansweredCalls: call });
    }
    one.world.clock.advance(30);
    await expect(one.submit()).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: `the provider answers other calls, but left ${createTries} create calls unanswered: alpha answered 502`,
    });
  });

  it.each([
    ['DeploymentTimeoutError', { timeoutMins: 1 }],
    ['ProviderTimeoutError', { limits: { ...limits, providerTimeoutMins: 1 } }],
  ])('is not waited for beyond a deadline: %s', async (name, changes) => {
    const one = await attempting(changes);
    await one.begun({ deadline: afterSeconds(60), cutOffAt: afterSeconds(40) });
    one.world.clock.advance(59);
    await expect(one.submit()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(1);
    await expect(one.submit()).rejects.toMatchObject({
      ...{ name, message: expect.stringContaining('may still be working on the call before this one') },
    });
  });

  it('that ends an outage is no failure yet, since the end of the outage moves the deadline', async () => {
    const one = await attempting();
    await one.begun({ deadline: afterSeconds(60), cutOffAt: afterSeconds(40), unreachableAt: afterSeconds(40) });
    one.world.clock.advance(65);
    await expect(one.submit()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.attempt()).toMatchObject({ reachableAt: afterSeconds(65), deadline: afterSeconds(85) });
  });
});
