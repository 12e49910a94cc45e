/** Switches of administrators and backfills in the stream of all events. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backfills } from '../../../src/adapters/tables/backfills.ts';
import { eventOutbox } from '../../../src/adapters/tables/event-outbox.ts';
import { eventStream } from '../../../src/adapters/tables/event-stream.ts';
import { pauses } from '../../../src/adapters/tables/pauses.ts';
import type { Backfill } from '../../../src/domain/schedules/backfill.ts';
import type { Schedule } from '../../../src/domain/schedules/schedule.ts';
import type { Scope } from '../../../src/foundation/scope.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { instant, noWait, settableClock, someone, uuid } from './samples.ts';

let engine: Engine;
const clock = settableClock();
beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

const ports = (table: keyof Engine['tables'] = 'deployments') => ({
  ...{ client: engine.client, table: engine.tables[table], deployments: engine.tables.deployments },
  ...{ clock, backOff: noWait, publishesEvents: true },
});
const read = async (scope: Scope, more: object) => {
  const { content } = await eventStream(ports()).list([scope], { size: 100, direction: 'asc', ...more });
  return content.map(({ kind, message }) => [kind, message]);
};
const all: Scope = { of: 'all' };
const waiting = () => eventOutbox(ports()).due(new Date('2999-01-01'), 100);

describe('a switch of an administrator', () => {
  const by = { ...someone, subject: 'ada' };
  const pause = { since: instant(0), by, reason: 'the network' };
  const paused = { kind: 'PAUSED', message: 'the installation is paused: the network', by } as const;
  const resumed = { kind: 'RESUMED', message: 'the pause is over', by } as const;

  it('is an event together with its write, and none where somebody else was quicker', async () => {
    const one = pauses(ports());
    expect(await one.replace(undefined, undefined, resumed)).toBe(true);
    expect(await one.replace(undefined, pause, paused)).toBe(true);
    expect(await one.replace(undefined, { ...pause, reason: 'late' }, { ...paused, message: 'late' })).toBe(false);
    expect(await one.current()).toEqual(pause);
    clock.set(5);
    expect(await one.replace({ ...pause, reason: 'other' }, undefined, resumed)).toBe(false);
    expect(await one.replace(pause, undefined, resumed)).toBe(true);
    expect(await one.current()).toBeUndefined();
    expect(await one.past()).toEqual([{ since: pause.since, until: instant(5) }]);
    expect(await read(all, { withInstallation: true })).toEqual([
      ['PAUSED', 'the installation is paused: the network'],
      ['RESUMED', 'the pause is over'],
    ]);
  });

  it('is seen where it is asked for, by who sees all, and by nobody else, not even in lists of its own', async () => {
    expect(await read(all, { withSchedules: true })).toEqual([]);
    for (const scope of [
      { of: 'owner', owner: by },
      { of: 'group', group: 'g', issuer: by.issuer },
    ] as const)
      expect(await read(scope, { withInstallation: true })).toEqual([]);
  });

  it('waits for the bus and webhooks, and is taken off when it was handed over', async () => {
    const [first, second, ...none] = await waiting();
    expect([first?.kind, second?.kind, none]).toEqual(['PAUSED', 'RESUMED', []]);
    for (const event of await waiting()) await eventOutbox(ports()).settle(event);
    expect(await waiting()).toEqual([]);
  });
});

describe('a backfill', () => {
  const schedule = {
    ...{ id: uuid(1), createdBy: someone, userGroup: 'physics', status: 'RUNNING', name: 'job' },
    ...{ createdAt: instant(0), updatedAt: instant(0), parameters: {} },
  } as unknown as Schedule;
  const table = () => backfills(ports('scheduleEvents'));
  const backfill = (number: number): Backfill => ({
    ...{ id: uuid(number), scheduleId: schedule.id, createdBy: someone, scope: 'incoming', prefix: 'run-' },
    ...{ createdAt: instant(0), updatedAt: instant(0), status: 'RUNNING', seen: 0, matching: 0, started: 0 },
  });
  const group: Scope = { of: 'group', group: 'physics', issuer: someone.issuer };
  const told = () => read(group, { withSchedules: true });

  it('is an event of its schedule when it starts and when it is complete, each once', async () => {
    for (const _ of [1, 2]) await table().create(backfill(10), new Date(instant(60)), [], schedule);
    clock.set(10);
    const further = await table().change(backfill(10), { after: 'run-1', seen: 2 }, schedule);
    const done = { after: 'run-2', seen: 4, matching: 3, started: 2, status: 'COMPLETE' } as const;
    const ended = await table().change(further, done, schedule);
    expect(await table().find(schedule.id, uuid(10))).toEqual(ended);
    await expect(table().change(further, done, schedule)).rejects.toThrow('changed meanwhile');
    expect(await told()).toEqual([
      ['BACKFILL_STARTED', 'a backfill of incoming:run- was started'],
      ['BACKFILL_ENDED', 'the backfill of incoming:run- is COMPLETE; 2 of 3 files that match were new'],
    ]);
  });

  it('is one when somebody stops it, by name, and once where the sweep ends it as well', async () => {
    await table().create(backfill(20), new Date(instant(60)), [], schedule);
    clock.set(20);
    const by = { ...someone, subject: 'mia' };
    expect(await table().end(backfill(20), 'STOPPED', 'it was stopped by a request', { schedule, by })).toBe('STOPPED');
    expect(await table().end(backfill(20), 'FAILED', 'too late', { schedule })).toBe('STOPPED');
    expect(await table().end(backfill(99), 'FAILED', 'gone', { schedule })).toBeUndefined();
    const { content } = await eventStream(ports()).list([group], { size: 100, direction: 'asc', withSchedules: true });
    expect(content.slice(2)).toMatchObject([
      { kind: 'BACKFILL_STARTED' },
      { kind: 'BACKFILL_ENDED', requestedBy: { subject: 'mia' }, backfill: { uuid: uuid(20), status: 'STOPPED' } },
    ]);
    expect(content).toHaveLength(4);
  });
});
