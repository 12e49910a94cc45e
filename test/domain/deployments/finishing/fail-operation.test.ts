import { describe, expect, it } from 'vitest';
import { failOperation } from '../../../../src/domain/deployments/finishing/fail-operation.ts';
import { endAction, settleOperation } from '../../../../src/domain/deployments/finishing/settle-operation.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import type { Kind, Status } from '../../../../src/domain/deployments/record/deployment.ts';
import type { NodeState } from '../../../../src/domain/resources/resource.ts';
import { ConflictError, TooLargeError } from '../../../../src/foundation/errors.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';
import { sweptWorld } from '../swept.ts';
import { accepted } from '../world.ts';

const failure = { Error: 'ProviderFailedError', Cause: 'the machine is locked' };

/** An operation of this kind whose resources, each with a machine, are in these states. */
const failing = async (kind: Kind = 'CREATE', states: readonly NodeState[] = ['CREATING', 'STARTED']) => {
  const one = await attempting();
  const { world, deployment } = one;
  const { id, operation } = deployment;
  const status = `${kind}_IN_PROGRESS` as Status;
  world.stores.kept.deployments.set(id, { ...deployment, status, operation: { ...operation, kind } });
  const all = await world.resources.all(id);
  await world.resources.put(
    all.map((resource, index) => ({ ...resource, state: states[index] ?? 'STARTED', physicalId: `${index}` })),
  );
  world.clock.advance(60);
  return {
    ...one,
    fail: () => failOperation(world)({ deploymentId: id, operationId: operation.id, failure }),
    left: async () => (await world.resources.all(id)).map(({ state, physicalId }) => [state, physicalId]),
  };
};

describe('failOperation', () => {
  it('records why, and tells it once in log, timeline and callback', async () => {
    const one = await failing();
    await one.begun({ state: 'FAILED', reason: 'the machine is locked', quotedLog: '\nits log', loggedInAll: 5 });
    await one.fail();
    const { operation } = one.deployment;
    expect(await one.now()).toMatchObject({
      ...{ status: 'CREATE_FAILED', task: 'NONE', updatedAt: afterSeconds(60) },
      statusReason: expect.stringContaining('the machine is locked'),
      statusReasonWithLogs: { operationId: operation.id, text: expect.stringContaining('the machine is locked') },
    });
    expect(one.messages()).toEqual(['FAILED: the deployment is CREATE_FAILED: the machine is locked']);
    expect(await one.log()).toBe(`${afterSeconds(60)} the deployment is CREATE_FAILED: the machine is locked\n`);
    expect(one.world.notified).toEqual([`${operation.id}-failed`]);
    const before = await one.now();
    one.world.clock.advance(5);
    await one.fail();
    expect([await one.now(), one.messages().length, one.world.notified.length]).toEqual([before, 1, 1]);
  });

  it('tells of a failure that has no reason by its name', async () => {
    const one = await failing();
    await one.world.deployments.record(one.deployment.id, one.deployment.operation.id, { status: 'CREATE_FAILED' });
    await one.fail();
    expect(one.messages()).toEqual(['FAILED: the deployment is CREATE_FAILED: ProviderFailedError']);
  });

  it('records as much of a long reason as the record has room for, and says that the log has the rest', async () => {
    const one = await failing('CREATE');
    const { deployments, stores } = one.world;
    const { id, operation } = one.deployment;
    const long = { Error: 'ProviderFailedError', Cause: 'the machine is locked; '.repeat(500) };
    const large = { ...one.deployment, parameters: { text: 'x'.repeat(380_000) } };
    stores.kept.deployments.set(id, large);
    const { record } = deployments;
    deployments.record = (of, operationId, changes) =>
      JSON.stringify({ ...large, ...changes }).length > 400 * 1024
        ? Promise.reject(new TooLargeError('the record comes to more than 400 KB'))
        : record(of, operationId, changes);
    await failOperation(one.world)({ deploymentId: id, operationId: operation.id, failure: long });
    const { status, statusReason = '', statusReasonWithLogs } = (await one.now()) ?? {};
    expect([status, statusReasonWithLogs?.operationId]).toEqual(['CREATE_FAILED', operation.id]);
    for (const text of [statusReason, statusReasonWithLogs?.text ?? ''])
      expect(text).toMatch(/^the machine is locked; [^…]{500,}\n… \d+ characters left out, see the log …\n/);
  });

  it('leaves what an update did not touch as it was', async () => {
    const one = await failing('UPDATE', ['STARTED', 'STOPPED']);
    await one.fail();
    expect(await one.left()).toEqual([
      ['STARTED', '0'],
      ['STOPPED', '1'],
    ]);
    const other = await failing('UPDATE', ['CONFIGURING', 'DELETING']);
    await other.fail();
    expect((await other.left()).map(([state]) => state)).toEqual(['ERROR', 'ERROR']);
  });

  it.each<[string, readonly Partial<Attempt>[], NodeState]>([
    ['before anything was asked of the provider', [{}], 'STARTED'],
    ['although a removal was asked for', [{ askedAt: afterSeconds(1) }], 'ERROR'],
    ['although its machines are being released', [{ releasingAt: afterSeconds(1) }], 'ERROR'],
    ['and was undone', [{ askedAt: afterSeconds(1), undone: true }], 'STARTED'],
    ['in one of two attempts', [{}, { askedAt: afterSeconds(1) }], 'ERROR'],
  ])(
    'what an update was to remove, which failed %s, is as before only where it still stands',
    async (_, tried, left) => {
      const one = await failing('UPDATE');
      const { world, deployment } = one;
      const [first, second] = await world.resources.all(deployment.id);
      if (!first || !second) throw new Error('the template makes two');
      await world.resources.put([
        { ...first, state: 'DELETING', was: 'STARTED' },
        { ...second, state: 'DELETING' },
      ]);
      const times = { startedAt: afterSeconds(0), deadline: afterSeconds(3600) };
      const of = { deploymentId: deployment.id, operationId: deployment.operation.id, providerId: 'one' };
      for (const [index, attempt] of tried.entries())
        await world.attempts.findOrCreate({
          ...{ ...of, ...times, number: index + 1, state: 'FAILED', last: true, logged: {} },
          ...attempt,
        });
      await one.fail();
      const all = await world.resources.all(deployment.id);
      expect(all.map(({ state }) => state)).toEqual([left, 'ERROR']);
      for (const resource of all) expect(resource).not.toHaveProperty('was');
    },
  );

  it('shows no machine as running that the update has found to be gone', async () => {
    const one = await failing('UPDATE', ['STARTED', 'STARTED']);
    const { world, deployment } = one;
    const [first, ...others] = await world.resources.all(deployment.id);
    if (!first) throw new Error('the template makes two');
    const { physicalId: _, ...gone } = first;
    await world.resources.put([gone, ...others]);
    await one.fail();
    expect((await one.left()).map(([state]) => state)).toEqual(['ERROR', 'STARTED']);
  });

  it.each<[Kind, readonly Attempt['state'][], boolean]>([
    ['CREATE', ['DESTROYED', 'DESTROYED'], false],
    ['CREATE', [], false],
    ['CREATE', ['DESTROYED', 'FAILED'], true],
    ['UPDATE', ['DESTROYED'], true],
    ['DELETE', ['DESTROYED'], true],
  ])('of a %s with attempts that are %j shows machines: %s', async (kind, states, shown) => {
    const one = await failing(kind);
    for (const [index, state] of states.entries()) await one.begun({ number: index + 1, state, reason: 'no' });
    await one.fail();
    expect((await one.left()).map(([, machine]) => machine !== undefined)).toEqual([shown, shown]);
  });

  it('has its line in the log after that of the last attempt', async () => {
    const one = await failing();
    await one.begun({ number: 1, state: 'DESTROYED', reason: 'first' });
    await one.begun({ number: 2, state: 'DESTROYED', reason: 'second' });
    await one.fail();
    const pieces = [...one.world.stores.kept.files.keys()].filter((name) => name.startsWith('logs/'));
    expect(pieces).toEqual([expect.stringMatching(/\/0002-/)]);
  });

  it('stops when another operation has taken over', async () => {
    const one = await failing();
    await one.overtake();
    await expect(one.fail()).rejects.toMatchObject({ name: 'OperationSupersededError' });
    expect(one.world.notified).toEqual([]);
  });
});

describe('settleOperation', () => {
  const dead = { state: 'FAILED', error: 'Lambda.Unknown' } as const;

  it('waits where another process has resumed it since it was checked', async () => {
    const { world, ports } = sweptWorld();
    const seen = await accepted(world);
    await world.deployments.interrupt(seen, { times: 1, by: 'x' });
    expect(await settleOperation(ports, seen, dead)).toBe('waiting');
    expect(world.started).toEqual([]);
  });

  it('waits where another process resumes it at the same moment', async () => {
    const { world, ports } = sweptWorld();
    const seen = await accepted(world);
    world.deployments.interrupt = () => Promise.reject(new ConflictError('it goes on already'));
    expect(await settleOperation(ports, seen, dead)).toBe('waiting');
  });

  it('does nothing for a deployment that is gone', async () => {
    const { world, ports } = sweptWorld();
    const seen = await accepted(world);
    world.deployments.find = async () => undefined;
    expect(await settleOperation(ports, seen, dead)).toBe('at-rest');
  });
});

describe('endAction', () => {
  const action = { id: 'a', type: 'stop', acceptedAt: afterSeconds(0) } as const;

  it('fails the action on its resource, once', async () => {
    const { world } = sweptWorld();
    const { id: deploymentId } = await accepted(world);
    const [first] = await world.resources.all(deploymentId);
    if (!first) throw new Error('the template makes two');
    await world.resources.put([{ ...first, state: 'STOPPING', action }]);
    const ref = { deploymentId, resourceId: first.id, actionId: 'a' };
    expect(await endAction(world, ref, failure)).toBe('ended');
    expect(await world.resources.find(deploymentId, first.id)).toMatchObject({
      metadata: { StateReason: 'stop failed: the machine is locked' },
    });
    expect(await endAction(world, ref, failure)).toBe('at-rest');
  });

  it('hides no mistake of our own', async () => {
    const { world } = sweptWorld();
    const own = new TypeError('a mistake of the code');
    world.resources.find = () => Promise.reject(own);
    await expect(endAction(world, { deploymentId: 'd', resourceId: 'r', actionId: 'a' }, failure)).rejects.toBe(own);
  });
});
