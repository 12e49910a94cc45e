/** What is counted beside the record of a deployment, so that one read shows whether anything has changed. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempts } from '../../../src/adapters/tables/attempts.ts';
import { countActivity } from '../../../src/adapters/tables/changes.ts';
import { countedLog } from '../../../src/adapters/tables/counted-log.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { deploymentsById } from '../../../src/adapters/tables/deployments-by-id.ts';
import { timeline } from '../../../src/adapters/tables/timeline.ts';
import type { Files } from '../../../src/domain/deployments/record/ports.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { attempt, deployment, instant, noWait, settableClock, uuid } from './samples.ts';

let engine: Engine;
const ports = () => ({
  ...{ client: engine.client, table: engine.tables.deployments },
  ...{ clock: settableClock(), backOff: noWait },
});
const records = () => deployments(ports());

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

let made = 0;
const accepted = async () => {
  made += 1;
  const one = deployment(made);
  await records().accept(one);
  const activity = async () => (await records().find(one.id))?.activity;
  return { one, activity };
};

describe('the activity of a deployment', () => {
  it('is none at first', async () => {
    const { activity } = await accepted();
    expect(await activity()).toBeUndefined();
  });

  it('counts each event of the timeline once', async () => {
    const { one, activity } = await accepted();
    const event = { name: 'a', kind: 'ACCEPTED', message: 'x', at: instant(1) } as const;
    await timeline(ports()).add(one.id, event);
    await timeline(ports()).add(one.id, event);
    expect(await activity()).toEqual({ count: 1, events: 1, logPieces: 0 });
    await timeline(ports()).add(one.id, { ...event, name: 'b' });
    expect(await activity()).toEqual({ count: 2, events: 2, logPieces: 0 });
  });

  it('counts each piece of the log, after it was written', async () => {
    const { one, activity } = await accepted();
    const written: unknown[] = [];
    const files = {
      appendLog: async (...given: unknown[]) => void written.push([...given, await activity()]),
      readLog: async () => 'the log',
    } as unknown as Files;
    const counted = countedLog(files, ports);
    await counted.appendLog(one.id, 'piece', 'a line\n');
    expect(written).toEqual([[one.id, 'piece', 'a line\n', undefined]]);
    expect(await activity()).toEqual({ count: 1, events: 0, logPieces: 1 });
    expect(await counted.readLog(one.id)).toBe('the log');
  });

  it('counts what readers see of an attempt, and nothing else of it', async () => {
    const { one, activity } = await accepted();
    await attempts(ports()).findOrCreate(attempt(one, 1));
    const before = (await activity())?.count ?? 0;
    await attempts(ports()).record(one.id, 1, { configuredAt: instant(1), toldUntil: instant(1) });
    expect((await activity())?.count ?? 0).toBe(before);
    await attempts(ports()).record(one.id, 1, { configuredAt: instant(2), state: 'RUNNING' });
    expect((await activity())?.count).toBe(before + 1);
  });

  it('is kept when the record is written from an older read', async () => {
    const { one, activity } = await accepted();
    await countActivity(ports(), one.id);
    await records().record(one.id, one.operation.id, { task: 'DEPLOYER' });
    expect(await activity()).toEqual({ count: 1, events: 0, logPieces: 0 });
  });

  it('needs no deployment, and makes none', async () => {
    await countActivity(ports(), uuid(999));
    expect(await records().find(uuid(999))).toBeUndefined();
  });

  it('is not given up without a word when DynamoDB does not answer', async () => {
    const { one } = await accepted();
    const client = { send: () => Promise.reject(new TypeError('no answer')) } as never;
    await expect(countActivity({ ...ports(), client }, one.id)).rejects.toThrow('no answer');
  });
});

describe('deployments by their ids', () => {
  it('are given in the order that is asked for, without those that are gone', async () => {
    const [first, second] = [(await accepted()).one, (await accepted()).one];
    const found = await deploymentsById(ports()).findAll([second.id, uuid(999), first.id]);
    expect(found).toEqual([second, first]);
    expect(await deploymentsById(ports()).findAll([])).toEqual([]);
  });

  it('have the version of the list of their owner', async () => {
    const { one } = await accepted();
    const { totalElements, changed } = await deploymentsById(ports()).versionOf({ of: 'owner', owner: one.createdBy });
    expect([totalElements, changed]).toEqual([made, expect.stringContaining(one.id)]);
    expect(
      (await deploymentsById(ports()).versionOf({ of: 'owner', owner: { issuer: 'x', subject: 'nobody' } }))
        .totalElements,
    ).toBe(0);
  });
});
