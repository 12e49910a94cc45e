import { describe, expect, it } from 'vitest';
import { resetDeployment } from '../../../../src/domain/deployments/accepting/reset.ts';
import { checksAtOnce, lateChecksAtOnce } from '../../../../src/domain/deployments/finishing/sweep.ts';
import { nextCheck } from '../../../../src/domain/deployments/record/deadlines.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import type { ExecutionState } from '../../../../src/domain/deployments/record/ports.ts';
import { sweepWorkflows } from '../../../../src/domain/schedules/sweep-workflows.ts';
import { UnavailableError } from '../../../../src/foundation/errors.ts';
import { due, meanwhile } from '../due.ts';
import { sweptWorld } from '../swept.ts';
import { accepted, epoch, memoryWorld } from '../world.ts';

const callback = 'https://x.example/';

const deletion = (of: Deployment, id = 'deletion'): Deployment => ({
  ...of,
  status: 'DELETE_IN_PROGRESS',
  operation: { id, kind: 'DELETE', acceptedAt: of.updatedAt },
});

describe('an operation that is due', () => {
  it('is left in peace for an hour while its workflow runs', async () => {
    const one = await due('RUNNING');
    await one.sweep();
    expect(await one.now()).toEqual(one.deployment);
    expect(one.operations.places.get(one.id)?.at).toEqual(new Date(epoch + 3_600_000));
    await one.sweep();
    expect(one.asked).toEqual([one.operation.id]);
    expect(one.sweptSoFar()).toBe(0);
  });

  it('is taken off the list, and not asked after, once it is at rest; its owner is told, if nobody has', async () => {
    const one = await due('SUCCEEDED');
    await one.world.deployments.record(one.id, one.operation.id, { status: 'CREATE_COMPLETE' });
    await one.sweep();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
    expect([one.asked, one.operations.places.size, one.sweptSoFar()]).toEqual([[], 0, 0]);
    expect(one.world.notified).toEqual([`${one.operation.id}-complete`]);
    expect(one.world.events.map(({ kind }) => kind)).toEqual(['COMPLETE']);
  });
});

describe('where a look costs nothing', () => {
  const early = (one: Awaited<ReturnType<typeof due>>) => sweepWorkflows({ ...one.ports, checksEarly: true })();

  it('an operation is looked at half a minute after it began, and in every run', async () => {
    const one = await due('RUNNING');
    await one.operations.list.setNextCheck(one.deployment, nextCheck(one.world.clock.now()));
    one.world.clock.advance(29);
    await early(one);
    expect(one.asked).toEqual([]);
    for (const seconds of [2, 60, 60]) {
      one.world.clock.advance(seconds);
      await early(one);
    }
    expect(one.asked).toHaveLength(3);
    one.states.set(one.operation.id, 'ABORTED');
    one.world.clock.advance(60);
    await early(one);
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED' });
  });
});

describe('what happens while an operation is looked at', () => {
  it.each(['CREATE_COMPLETE', 'CREATE_FAILED'] as const)('may be its own end, as %s: it stays', async (status) => {
    const one = await due('SUCCEEDED');
    meanwhile(one, () => one.world.deployments.record(one.id, one.operation.id, { status, statusReason: 'its own' }));
    await one.sweep();
    expect(await one.now()).toMatchObject({ status, statusReason: 'its own' });
    expect([one.sweptSoFar(), one.operations.places.size]).toEqual([0, 0]);
  });

  it('may be a deletion: the deployment is that one’s', async () => {
    const one = await due('ABORTED');
    meanwhile(one, () => one.world.deployments.supersede(one.deployment, deletion(one.deployment)));
    await one.sweep();
    expect(await one.now()).toMatchObject({ status: 'DELETE_IN_PROGRESS', operation: { id: 'deletion' } });
    expect([one.sweptSoFar(), one.world.notified]).toEqual([0, []]);
  });

  it('may be a deletion between any two calls of the ending: it wins, and nobody fails', async () => {
    for (const call of ['find', 'record'] as const) {
      const one = await due('ABORTED');
      const { deployments } = one.world;
      const { find } = deployments;
      const original = deployments[call] as (...given: unknown[]) => Promise<unknown>;
      let isTaken = false;
      Object.assign(deployments, {
        [call]: async (...given: unknown[]) => {
          const found = call === 'find' ? await original(...given) : undefined;
          const current = (await find(one.id)) ?? one.deployment;
          if (!isTaken) await deployments.supersede(current, deletion(current));
          isTaken = true;
          return call === 'find' ? found : original(...given);
        },
      });
      await one.sweep();
      expect(await one.now(), call).toMatchObject({ status: 'DELETE_IN_PROGRESS' });
      expect(one.sweptSoFar(), call).toBe(0);
    }
  });

  it('may be a deletion before another execution goes on: none is started', async () => {
    const one = await due('FAILED');
    const { interrupt } = one.world.deployments;
    one.world.deployments.interrupt = async (...given) => {
      await one.world.deployments.supersede(one.deployment, deletion(one.deployment));
      return interrupt(...given);
    };
    await one.sweep();
    expect([one.world.started, one.resumedSoFar()]).toEqual([[], 0]);
    expect(await one.now()).toMatchObject({ status: 'DELETE_IN_PROGRESS' });
  });

  it('may be a reset of the deletion that died', async () => {
    const one = await due('FAILED');
    const deleting = deletion(one.deployment);
    await one.world.deployments.supersede(one.deployment, deleting);
    one.states.set('deletion', 'FAILED');
    meanwhile(one, () => resetDeployment(one.world, deleting, 'DELETE_FAILED'));
    await one.sweep();
    expect((await one.now())?.statusReason).toContain('the deletion was reset by request');
    expect(one.sweptSoFar()).toBe(0);
  });

  it('may be its removal', async () => {
    const one = await due('ABORTED');
    meanwhile(one, () => one.world.deployments.remove(one.id, one.operation.id));
    await one.sweep();
    expect(await one.now()).toBeUndefined();
    expect(one.sweptSoFar()).toBe(0);
  });

  it('may be a redrive before it is asked after: it runs', async () => {
    const one = await due('FAILED');
    one.states.set(one.operation.id, 'RUNNING');
    await one.sweep();
    expect(await one.now()).toEqual(one.deployment);
  });
});

describe('what fails on the way', () => {
  it('is a callback: it is queued by the next look, in five minutes', async () => {
    const one = await due('ABORTED');
    const queue = one.world.workflows.startNotification;
    one.world.workflows.startNotification = () => Promise.reject(new UnavailableError('Step Functions'));
    await expect(one.sweep()).rejects.toThrow('some workflows could not be checked');
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED' });
    one.world.workflows.startNotification = queue;
    await one.sweep();
    expect(one.world.notified).toEqual([]);
    one.world.clock.advance(301);
    await one.sweep();
    expect(one.world.notified).toEqual([`${one.operation.id}-failed`]);
    expect([one.sweptSoFar(), one.operations.places.size]).toEqual([1, 0]);
  });

  it('is Step Functions: ten ask in vain, nothing is ended, and others come first in the next run', async () => {
    const swept = sweptWorld(memoryWorld());
    const all: Deployment[] = [];
    for (let n = 0; n < 25; n++) all.push(await accepted(swept.world));
    for (const one of all) await swept.operation(one);
    let isDown = true;
    const { ofOperation } = swept.ports.executions;
    swept.ports.executions.ofOperation = async (one) => {
      swept.states.set(one.operation.id, 'RUNNING');
      const state = await ofOperation(one);
      if (isDown) throw new UnavailableError('Step Functions did not answer');
      return state;
    };
    await expect(swept.sweep()).rejects.toThrow('some workflows could not be checked');
    expect(swept.asked).toHaveLength(10);
    isDown = false;
    await swept.sweep();
    expect(swept.asked.slice(10)).toEqual(all.slice(10).map(({ operation }) => operation.id));
    expect(swept.sweptSoFar()).toBe(0);
  });

  it('is one of them: the others go on all the same', async () => {
    const swept = sweptWorld(memoryWorld());
    const [bad, good] = [await accepted(swept.world), await accepted(swept.world)];
    for (const one of [bad, good]) await swept.operation(one);
    const { list } = swept.world.attempts;
    swept.world.attempts.list = (id) => (id === bad.id ? Promise.reject(new Error('broken')) : list(id));
    await expect(swept.sweep()).rejects.toThrow(AggregateError);
    expect(swept.world.started.map(({ id }) => id)).toEqual([good.id]);
  });
});

describe('an operation that nobody has begun in an hour', () => {
  const late = async (state: ExecutionState) => {
    const swept = sweptWorld(memoryWorld());
    const deployment = await accepted(swept.world, { callback });
    swept.operations.late.push(deployment);
    swept.states.set(deployment.operation.id, state);
    return { ...swept, deployment, now: () => swept.world.deployments.find(deployment.id) };
  };

  it('goes on when its workflow died before it could begin: under another name, since that one is taken', async () => {
    const one = await late('FAILED');
    await one.sweep();
    expect(one.world.started).toMatchObject([{ operation: { interrupted: { times: 1 } } }]);
    expect([one.resumedSoFar(), one.operations.late]).toEqual([1, []]);
  });

  it('is left to be started when it never was', async () => {
    const one = await late('UNKNOWN');
    await one.sweep();
    expect(await one.now()).toEqual(one.deployment);
    expect([one.sweptSoFar(), one.operations.late]).toEqual([0, [one.deployment]]);
  });

  it('is left as it is when nobody says whether it was started', async () => {
    const one = await late('FAILED');
    one.ports.executions.ofOperation = () => Promise.reject(new UnavailableError('Step Functions did not answer'));
    await expect(one.sweep()).rejects.toThrow(AggregateError);
    expect([one.operations.late, one.operations.places.size]).toEqual([[one.deployment], 0]);
  });

  it('is looked after from now on when its workflow runs', async () => {
    const one = await late('RUNNING');
    await one.sweep();
    expect(await one.now()).toEqual(one.deployment);
    expect([one.operations.places.size, one.operations.late]).toEqual([1, []]);
  });

  it('is taken off the list when it is at rest', async () => {
    const one = await late('FAILED');
    const { id, operation } = one.deployment;
    one.operations.late[0] = await one.world.deployments.record(id, operation.id, { status: 'CREATE_COMPLETE' });
    await one.sweep();
    expect([one.sweptSoFar(), one.operations.late, one.asked]).toEqual([0, [], []]);
  });
});

describe('a run', () => {
  it('looks at so many of each kind that Step Functions answers them all', async () => {
    const { sweep, operations, events, actions } = sweptWorld();
    await sweep();
    for (const { limits } of [operations, events]) expect(limits).toEqual([checksAtOnce, lateChecksAtOnce]);
    expect(actions.limits).toEqual([checksAtOnce]);
    const describes = checksAtOnce * (2 + 1 + 1) + lateChecksAtOnce * (2 + 1); // 2: waits for its file
    expect(describes).toBeLessThanOrEqual(60 * 10);
  });
});
