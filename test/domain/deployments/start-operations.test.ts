import { describe, expect, it } from 'vitest';
import { startOperations } from '../../../src/domain/deployments/finishing/start-operations.ts';
import { failureReason, shorten } from '../../../src/domain/deployments/polling/failure-reason.ts';
import { messageOf } from '../../../src/domain/deployments/record/operation.ts';
import { accepted, memoryWorld } from './world.ts';

describe('startOperations', () => {
  it('starts all it can, and says how many it could not', async () => {
    const world = memoryWorld();
    const first = await accepted(world);
    const second = await accepted(world);
    world.clock.advance(61);
    const start = world.workflows.startOperation;
    world.workflows.startOperation = async (deployment) => {
      if (deployment.id === first.id) throw new Error('it did not answer');
      return start(deployment);
    };
    await expect(startOperations(world)()).rejects.toThrow('1 operations could not be started');
    expect(world.started).toEqual([second]);
  });

  it('leaves alone what a workflow has begun', async () => {
    const world = memoryWorld();
    const { id, operation } = await accepted(world);
    await world.deployments.markStarted(id, operation.id);
    world.clock.advance(3600);
    await startOperations(world)();
    expect(world.started).toEqual([]);
  });
});

describe('failureReason', () => {
  const ports = memoryWorld();
  const ref = { deploymentId: 'd', operationId: 'o' };

  it('passes on what one of our own errors says, from either form of a cause', async () => {
    const Cause = JSON.stringify({
      errorType: 'DestroyFailedError',
      errorMessage: 'it refused',
      trace: ['Error: ...'],
    });
    for (const cause of [Cause, 'it refused']) {
      const reason = await failureReason(ports, ref, { Error: 'DestroyFailedError', Cause: cause }, []);
      expect(reason).toEqual({ headline: 'it refused', forGroup: 'it refused', forOwner: 'it refused' });
    }
  });

  it('tells no internals of anything else', async () => {
    const failure = { Error: 'TypeError', Cause: 'reading secret of undefined' };
    expect((await failureReason(ports, ref, failure, [])).forOwner).toBe(
      'the workflow ended unexpectedly (TypeError); ask the operators of this service about operation o',
    );
  });

  it('stays within a size that an item and a reader can take, with a block for each of a hundred providers', async () => {
    const attempt = (number: number) => ({
      deploymentId: 'd',
      operationId: 'o',
      number,
      providerId: `cloud-${number}`,
      state: 'DESTROYED' as const,
      startedAt: '',
      deadline: '',
      last: false,
      reason: `${number} `.repeat(5000),
      logged: {},
    });
    const tried = Array.from({ length: 100 }, (_, index) => attempt(index + 1));
    const { forGroup, forOwner } = await failureReason(ports, ref, { Error: 'OutOfProvidersError', Cause: '' }, tried);
    for (const reason of [forGroup, forOwner]) {
      expect(reason.match(/Cloud Provider Service/g)).toHaveLength(100);
      expect(reason.length).toBeLessThan(40_000);
    }
  });
});

describe('shorten', () => {
  it('keeps the beginning and more of the end, and says how much is gone', () => {
    expect(shorten('short', 5)).toBe('short');
    expect(shorten('abcdefghijklmnop', 8)).toBe('ab\n… 8 characters left out, see the log …\nklmnop');
  });
});

describe('messageOf', () => {
  it.each([
    ['', 'TypeError'],
    ['{"errorMessage": "said"}', 'said'],
    ['{"errorMessage": 1}', '{"errorMessage": 1}'],
    ['null', 'null'],
    ['cut off {"errorMess', 'cut off {"errorMess'],
  ])('of the cause %j is %j', (Cause, expected) => {
    expect(messageOf({ Error: 'TypeError', Cause })).toBe(expected);
  });
});
