import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempts } from '../../../src/adapters/tables/attempts.ts';
import { checks } from '../../../src/adapters/tables/checks.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { timeline } from '../../../src/adapters/tables/timeline.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { OperationSupersededError } from '../../../src/foundation/errors.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { attempt, deleting, deployment, noWait, settableClock } from './samples.ts';

let engine: Engine;
let next = 0;
let current: Deployment;
const ports = () => ({
  client: engine.client,
  table: engine.tables.deployments,
  clock: settableClock(),
  backOff: noWait,
});
const table = () => deployments(ports());
const total = async () =>
  (await table().list({ of: 'all' }, { page: 0, size: 1, sort: 'createdAt', direction: 'asc' })).totalElements;

beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());
beforeEach(async () => {
  current = deployment(next++);
  await table().accept(current);
});

const withAttempts = async (count: number, destroyed: (number: number) => boolean) => {
  for (let number = 1; number <= count; number++) {
    const state = destroyed(number) ? 'DESTROYED' : 'FAILED';
    await attempts(ports()).findOrCreate(attempt(current, number, { state, infrastructureId: `inf-${number}` }));
  }
};

/** Everything that is stored under the deployment's id. */
const stored = async () => {
  const { Items = [] } = await engine.client.send(
    new QueryCommand({
      TableName: engine.tables.deployments,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': current.id },
    }),
  );
  return Items.map(({ sk }) => sk as string);
};

/** Without what the stream of all events shows of it, which stays. */
const left = async () => (await stored()).filter((sk) => !sk.startsWith('stream#'));
const streamed = async () => (await stored()).filter((sk) => sk.startsWith('stream#')).length;

/** Lets only so many transactions through, then behaves as if the process had died. */
const dieAfter = async (transactions: number, run: () => Promise<void>) => {
  const original = engine.client.send.bind(engine.client);
  let begun = 0;
  engine.client.send = (async (command: Parameters<typeof original>[0]) => {
    if (command instanceof TransactWriteCommand && begun++ === transactions) throw new Error('the process died');
    return original(command);
  }) as typeof original;
  await expect(run()).rejects.toThrow('the process died');
  engine.client.send = original;
};

describe('removing a deployment', () => {
  it('takes record, attempts and count away, once', async () => {
    await withAttempts(3, () => true);
    const before = await total();
    await table().remove(current.id, current.operation.id);
    await table().remove(current.id, current.operation.id);
    expect(await left()).toEqual([]);
    expect(await total()).toBe(before - 1);
  });

  it('takes the state of its checks away with it', async () => {
    await checks(ports()).replace(undefined, { deploymentId: current.id, findings: [], dueAt: current.createdAt });
    expect(await left()).toContain('check');
    await table().remove(current.id, current.operation.id);
    expect(await left()).toEqual([]);
    expect((await checks(ports()).due(new Date('2100-01-01'), 100)).map((one) => one.deploymentId)).not.toContain(
      current.id,
    );
  });

  it('removes nothing that belongs to another operation', async () => {
    await withAttempts(2, () => true);
    const before = await total();
    const event = { name: 'one', kind: 'ACCEPTED', message: 'it was accepted', at: current.createdAt } as const;
    await timeline(ports()).add(current.id, event);
    await table().supersede(current, deleting(current));
    await expect(table().remove(current.id, current.operation.id)).rejects.toThrow(OperationSupersededError);
    expect(await left()).toEqual(['attempt#0001', 'attempt#0002', 'deployment', 'event#one']);
    expect(await total()).toBe(before);
  });

  it('counts two removals at the same time once', async () => {
    const before = await total();
    await Promise.all([1, 2, 3].map(() => table().remove(current.id, current.operation.id)));
    expect(await total()).toBe(before - 1);
  });

  it('has changed nothing when the process dies before its transaction', async () => {
    await withAttempts(2, () => false);
    const before = await total();
    await dieAfter(0, () => table().remove(current.id, current.operation.id));
    expect(await left()).toEqual(['attempt#0001', 'attempt#0002', 'deployment']);
    expect(await total()).toBe(before);
  });

  it('takes the events of a deployment whose acceptance is undone', async () => {
    await timeline(ports()).add(current.id, {
      ...{ name: 'accepted', kind: 'ACCEPTED', message: 'accepted', at: current.createdAt },
    } as never);
    expect((await left()).length).toBeGreaterThan(1);
    await table().remove(current.id, current.operation.id);
    expect(await stored()).toEqual([]);
  });

  it('leaves no event behind, wherever the process dies, once the deployment is leaving', async () => {
    const told = { kind: 'COMPLETE', message: 'done', at: current.createdAt } as const;
    await timeline(ports()).add(current.id, { ...told, name: 'one' });
    await table().markRemoving(current.id, current.operation.id);
    expect(await timeline(ports()).add(current.id, { ...told, name: 'late' })).toBe('gone');
    await dieAfter(1, () => table().remove(current.id, current.operation.id));
    expect(await left()).toEqual(['deployment']);
    expect(await streamed()).toBe(1);
    await table().remove(current.id, current.operation.id);
    expect(await left()).toEqual([]);
    expect(await streamed(), 'its end is told with the last write').toBe(2);
  });

  it('keeps every infrastructure that may stand on record until the end, however many attempts there are', async () => {
    const stands = [1, 17, 100, 195];
    await withAttempts(200, (number) => !stands.includes(number));
    const before = await total();
    for (const transactions of [1, 1]) {
      await dieAfter(transactions, () => table().remove(current.id, current.operation.id));
      const known = (await attempts(ports()).list(current.id)).filter(({ state }) => state !== 'DESTROYED');
      expect(known.map(({ number }) => number)).toEqual(stands);
      expect(await left()).toContain('deployment');
      expect(await total()).toBe(before);
    }
    await table().remove(current.id, current.operation.id);
    expect(await left()).toEqual([]);
    expect(await total()).toBe(before - 1);
  });
});
