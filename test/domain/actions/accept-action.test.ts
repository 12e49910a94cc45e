import { describe, expect, it } from 'vitest';
import { acceptAction } from '../../../src/domain/actions/accept-action.ts';
import { endAction } from '../../../src/domain/deployments/finishing/settle-operation.ts';
import type { Deployment, Status } from '../../../src/domain/deployments/record/deployment.ts';
import type { ActionRef } from '../../../src/domain/deployments/record/workflows.ts';
import type { NodeState, Resource } from '../../../src/domain/resources/resource.ts';
import {
  ConflictError,
  InvalidError,
  ProviderUnavailableError,
  UnavailableError,
} from '../../../src/foundation/errors.ts';
import { loggedFields, logging } from '../../../src/foundation/log.ts';
import { run } from '../../statemachines/machines.ts';
import { scenario } from '../../statemachines/scenario.ts';
import { stepsOver } from '../../statemachines/steps.ts';
import { memoryWorld, template } from '../deployments/world.ts';

/** A deployment that is complete, and its web server. */
const complete = async () => {
  const one = await scenario(memoryWorld());
  await one.run();
  const { world } = one;
  const find = async () => (await world.resources.all(one.deployment.id))[0] as Resource;
  const deployment = (await one.now()) as Deployment;
  return {
    one,
    world,
    deployment,
    find,
    act: async (type: 'start' | 'stop') => acceptAction(world, deployment, await find(), type),
    follow: () => run('act-on-resource', { ...world.actions.at(-1) }, { steps: stepsOver(world), clock: world.clock }),
  };
};

describe('acceptAction', () => {
  it('stops and starts a machine, and refreshes what is known of it', async () => {
    const { world, act, follow, find, one } = await complete();
    await act('stop');
    expect(await find()).toMatchObject({ state: 'STOPPING' });
    expect(await follow()).toMatchObject({ status: 'SUCCEEDED' });
    const stopped = await find();
    expect(stopped).toMatchObject({ state: 'STOPPED' });
    expect(stopped.action).toBeUndefined();
    expect(stopped.metadata['VirtualMachineInfo']).toContain('"state":"stopped"');
    await act('start');
    expect(await find()).toMatchObject({ state: 'STARTING' });
    await follow();
    expect(await find()).toMatchObject({ state: 'STARTED' });
    expect((await find()).metadata['VirtualMachineInfo']).toContain('"state":"configured"');
    expect(world.clouds.operated).toEqual(['stop 0', 'start 0']);
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
    expect(world.notified).toEqual([]);
  });

  const wrong: readonly [NodeState, 'start' | 'stop'][] = [
    ['STARTED', 'start'],
    ['STOPPED', 'stop'],
    ['STOPPING', 'stop'],
    ['STARTING', 'start'],
    ['ERROR', 'start'],
    ['ERROR', 'stop'],
    ['CREATING', 'stop'],
    ['DELETING', 'stop'],
  ];
  it.each(wrong)('is refused for a resource that is %s: %s', async (state, type) => {
    const { world, act, find } = await complete();
    await world.resources.put([{ ...(await find()), state }]);
    await expect(act(type)).rejects.toThrow(ConflictError);
    expect(world.actions).toEqual([]);
  });

  const busy: readonly Status[] = ['CREATE_IN_PROGRESS', 'CREATE_FAILED', 'UPDATE_IN_PROGRESS', 'DELETE_FAILED'];
  it.each(busy)('is refused while the deployment is %s', async (status) => {
    const { world, deployment, find } = await complete();
    const asked = acceptAction(world, { ...deployment, status }, await find(), 'stop');
    await expect(asked).rejects.toThrow(ConflictError);
  });

  it.each(['UPDATE_COMPLETE', 'UPDATE_FAILED'] as const)('is possible in %s', async (status) => {
    const { world, deployment, find } = await complete();
    await world.deployments.record(deployment.id, deployment.operation.id, { status });
    await acceptAction(world, { ...deployment, status }, await find(), 'stop');
    expect(await find()).toMatchObject({ state: 'STOPPING' });
  });

  it('is for nodes that derive from Compute only', async () => {
    const { world, deployment, find } = await complete();
    const port = { ...(await find()), toscaTypes: ['tosca.nodes.network.Port', 'tosca.nodes.Root'] };
    await expect(acceptAction(world, deployment, port, 'stop')).rejects.toThrow(InvalidError);
    const derived = {
      ...(await find()),
      toscaTypes: ['my.Server', 'tosca.nodes.indigo.Compute', 'tosca.nodes.Compute'],
    };
    await acceptAction(world, deployment, derived, 'stop');
  });

  it('is refused for a resource without a machine', async () => {
    const { world, act, find } = await complete();
    const { physicalId: _, ...resource } = await find();
    await world.resources.put([resource]);
    await expect(act('stop')).rejects.toMatchObject({ name: 'ConflictError', message: /no virtual machine to stop/ });
    expect(world.actions).toEqual([]);
  });

  it('is refused at a provider whose deployer can never do it', async () => {
    const { world, deployment, find } = await complete();
    const provider = { cannot: ['stop'] as const };
    await expect(acceptAction(world, { ...deployment, provider }, await find(), 'stop')).rejects.toThrow(InvalidError);
    expect(world.actions).toEqual([]);
  });

  it('has its id in every line of the log from then on, as its workflow has', async () => {
    const { act, world } = await complete();
    const fields = await logging({}, async () => {
      await act('stop');
      return loggedFields();
    });
    expect(fields).toEqual({ actionId: world.actions[0]?.actionId });
  });

  it('goes through when the process dies after it has started the workflow', async () => {
    const { world, act, follow, find } = await complete();
    const { replace } = world.resources;
    world.resources.replace = async () => {
      throw new Error('the process died');
    };
    await expect(act('stop')).rejects.toThrow('the process died');
    expect(await find()).toMatchObject({ state: 'STARTED' });
    world.resources.replace = replace;
    await follow();
    expect(await find()).toMatchObject({ state: 'STOPPED' });
  });

  it('puts the action on the list of the sweep for twenty minutes, then starts its workflow', async () => {
    const { world, deployment, find } = await complete();
    const before: unknown[] = [];
    const register = async ({ actionId }: ActionRef, at: Date) => void before.push(actionId, at, [...world.actions]);
    await acceptAction({ ...world, actionSweepQueue: { register } }, deployment, await find(), 'stop');
    const [action] = world.actions;
    expect(before).toEqual([action?.actionId, new Date(world.clock.now().getTime() + 20 * 60_000), []]);
  });

  it('starts no action that it cannot put there', async () => {
    const { world, deployment, find } = await complete();
    const register = () => Promise.reject(new UnavailableError('DynamoDB'));
    const asked = acceptAction({ ...world, actionSweepQueue: { register } }, deployment, await find(), 'stop');
    await expect(asked).rejects.toThrow(UnavailableError);
    expect(world.actions).toEqual([]);
    expect(await find()).toMatchObject({ state: 'STARTED' });
  });

  it('changes nothing when the workflow cannot be started', async () => {
    const { world, act, find } = await complete();
    world.workflows.startAction = async () => {
      throw new Error('Step Functions is down');
    };
    await expect(act('stop')).rejects.toThrow('is down');
    expect(await find()).toMatchObject({ state: 'STARTED' });
  });
});

describe('an action that fails', () => {
  const failures = [
    ['refuse', 'STARTED', 'stop failed: alpha: the machine is locked'],
    ['fail', 'ERROR', 'stop failed: virtual machine 0 has failed'],
    ['never', 'STARTED', 'stop failed: still STOPPING after 10 minutes: virtual machine 0 is configured'],
  ] as const;
  it.each(failures)('leaves the resource as its machine is, with the reason: %s', async (power, state, reason) => {
    const { world, act, follow, find, one } = await complete();
    world.clouds.set('alpha', { power });
    await act('stop');
    expect(await follow()).toMatchObject({ status: 'SUCCEEDED' });
    const failed = await find();
    expect(failed).toMatchObject({ state, metadata: { StateReason: reason } });
    expect(failed).not.toHaveProperty('action');
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
  });

  it('leaves a machine stopped that cannot be started, and it can be tried again', async () => {
    const { world, act, follow, find } = await complete();
    await act('stop');
    await follow();
    world.clouds.set('alpha', { power: 'refuse' });
    await act('start');
    await follow();
    expect(await find()).toMatchObject({
      state: 'STOPPED',
      metadata: { StateReason: expect.stringMatching(/^start/) },
    });
    world.clouds.set('alpha', {});
    await act('start');
    await follow();
    expect(await find()).toMatchObject({ state: 'STARTED' });
    expect((await find()).metadata).not.toHaveProperty('StateReason');
  });

  it('takes a machine for untouched when it was refused and cannot be looked at', async () => {
    const { world, act, follow, find } = await complete();
    world.clouds.set('alpha', { power: 'refuse' });
    await act('stop');
    world.clouds.virtualMachines = async () => {
      throw new ProviderUnavailableError('it is down');
    };
    await follow();
    expect(await find()).toMatchObject({ state: 'STARTED' });
  });

  it('bears an outage of the provider, but not for ever', async () => {
    for (const [seconds, state] of [
      [120, 'STOPPED'],
      [90_000, 'ERROR'],
    ] as const) {
      const { world, act, follow, find } = await complete();
      const at = world.clock.now().getTime() / 1000;
      world.clouds.set('alpha', { outage: { from: at, to: at + seconds } });
      await act('stop');
      await follow();
      expect(await find()).toMatchObject({ state });
    }
  });

  it('says so when the machine has vanished', async () => {
    const { world, act, follow, find } = await complete();
    const [machine] = world.clouds.standing[0]?.machines ?? [];
    await act('stop');
    if (machine) machine.removed = true;
    await follow();
    expect((await find()).metadata['StateReason']).toBe('stop failed: virtual machine 0 no longer exists');
  });

  it('is ended when its workflow dies, once', async () => {
    const { world, act, find } = await complete();
    await act('stop');
    const order = world.actions[0];
    if (!order) throw new Error('no action was started');
    const failure = { Error: 'Lambda.Unknown', Cause: '' };
    expect(await endAction(world, order, failure)).toBe('ended');
    const failed = await find();
    expect(failed).toMatchObject({ state: 'ERROR' });
    expect(failed.metadata['StateReason']).toContain(`about action ${order?.actionId}`);
    expect(await endAction(world, order, failure)).toBe('at-rest');
    expect(await find()).toEqual(failed);
  });

  it('is mended by an update', async () => {
    const { world, act, follow, find, one } = await complete();
    world.clouds.set('alpha', { power: 'refuse' });
    await act('stop');
    await follow();
    await one.run(await one.update(template));
    expect(await find()).toMatchObject({ state: 'STARTED' });
    expect((await find()).metadata).not.toHaveProperty('StateReason');
  });
});
