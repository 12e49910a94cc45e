import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../../../src/foundation/errors.ts';
import { due, meanwhile } from '../due.ts';
import { epoch } from '../world.ts';

/** Its first attempt has made an infrastructure. */
const attempted = async ({ world, id, operation }: Awaited<ReturnType<typeof due>>): Promise<void> => {
  const at = world.clock.now().toISOString();
  const plan = { deploymentId: id, operationId: operation.id, number: 1, providerId: 'alpha', last: false } as const;
  await world.attempts.findOrCreate({
    ...plan,
    state: 'RUNNING',
    startedAt: at,
    deadline: at,
    infrastructureId: 'inf-1',
    logged: {},
  });
};

describe('an operation whose workflow is dead', () => {
  it.each([
    ['SUCCEEDED', 'Execution.SUCCEEDED'],
    ['FAILED', 'Lambda.ServiceException'],
    ['TIMED_OUT', 'Execution.TIMED_OUT'],
    ['UNKNOWN', 'Execution.UNKNOWN'],
  ] as const)('goes on in another execution when its workflow is %s, and its owner can read why', async (state, by) => {
    const one = await due(state);
    await one.sweep();
    const now = await one.now();
    expect(now).toMatchObject({ status: 'CREATE_IN_PROGRESS', operation: { interrupted: { times: 1, by } } });
    expect(one.world.started).toEqual([now]);
    expect(one.world.events).toMatchObject([{ kind: 'INTERRUPTED', message: expect.stringContaining(`(${by})`) }]);
    expect(await one.world.files.readLog(one.id)).toContain('1 of at most 2 times');
    expect([one.sweptSoFar(), one.resumedSoFar(), one.world.notified]).toEqual([0, 1, []]);
    expect(one.operations.places.get(one.id)?.at).toEqual(new Date(epoch + 300_000));
  });

  it('goes on as often as the configuration says, then ends, names the error, and what was left as it is', async () => {
    const one = await due('FAILED');
    await attempted(one);
    for (const name of ['', '-r1', '-r2']) {
      one.states.set(`${one.operation.id}${name}`, 'FAILED');
      await one.sweep();
      one.world.clock.advance(301);
    }
    expect(one.world.started).toHaveLength(2);
    const failed = await one.now();
    expect(failed).toMatchObject({ status: 'CREATE_FAILED', task: 'NONE' });
    expect(failed?.statusReason).toContain(
      'ended unexpectedly (Lambda.ServiceException), also after it was resumed 2 times',
    );
    expect(failed?.statusReason).toContain(`operators of this service about operation ${one.operation.id}`);
    expect(failed?.statusReason).toContain('infrastructure inf-1 on provider alpha was left as it is');
    expect(failed?.statusReason).not.toContain('secret');
    expect(one.world.notified).toEqual([`${one.operation.id}-failed`]);
    expect([one.sweptSoFar(), one.resumedSoFar(), one.operations.places.size]).toEqual([1, 2, 0]);
  });

  it('is started again under the same name when the process died before it was, and that is not counted', async () => {
    const one = await due('FAILED');
    one.world.workflows.startOperation = () => Promise.reject(new UnavailableError('Step Functions'));
    await expect(one.sweep()).rejects.toThrow(AggregateError);
    one.world.workflows.startOperation = async (deployment) => void one.world.started.push(deployment);
    one.world.clock.advance(301);
    await one.sweep();
    expect(one.world.started).toMatchObject([{ operation: { interrupted: { times: 1 } } }]);
    expect(one.world.events).toHaveLength(1);
  });

  it('ends when somebody stopped its workflow, and says so', async () => {
    const one = await due('ABORTED');
    await one.sweep();
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED' });
    expect((await one.now())?.statusReason).toContain('the workflow was stopped');
    expect([one.sweptSoFar(), one.world.started]).toEqual([1, []]);
  });

  it('ends when its workflow met an error that is a decision: another execution would meet the same', async () => {
    const one = await due('FAILED');
    one.ports.executions.ofOperation = async () => ({
      state: 'FAILED',
      error: 'NotFoundError',
      cause: 'there is no such thing',
    });
    await one.sweep();
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED', statusReason: 'there is no such thing' });
  });

  it('names the error of a nested execution', async () => {
    const one = await due('FAILED');
    const cause = JSON.stringify({ Status: 'FAILED', Error: 'Runtime.ExitError', Cause: '{}' });
    one.ports.executions.ofOperation = async () => ({ state: 'FAILED', error: 'States.TaskFailed', cause });
    await one.sweep();
    expect((await one.now())?.operation.interrupted).toMatchObject({ times: 1, by: 'Runtime.ExitError' });
  });

  it('goes on once when two runs look at the same moment', async () => {
    const one = await due('FAILED');
    meanwhile(one, () => one.world.deployments.interrupt(one.deployment, { times: 1, by: 'another run' }));
    await one.sweep();
    expect(one.world.started).toEqual([]);
    expect(await one.now()).toMatchObject({ operation: { interrupted: { times: 1 } } });
    expect(one.operations.places.size).toBe(1);
  });
});
