import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { eventOutbox } from '../../../src/adapters/tables/event-outbox.ts';
import { eventStream } from '../../../src/adapters/tables/event-stream.ts';
import { scheduleEvents } from '../../../src/adapters/tables/schedule-events.ts';
import { schedules } from '../../../src/adapters/tables/schedules.ts';
import { timeline } from '../../../src/adapters/tables/timeline.ts';
import type { StreamEvent } from '../../../src/domain/deployments/record/event-stream.ts';
import type { Schedule, ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { NotFoundError } from '../../../src/foundation/errors.ts';
import type { Scope } from '../../../src/foundation/scope.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { deployment, instant, noWait, settableClock, someone, uuid } from './samples.ts';

let engine: Engine;
const clock = settableClock();
beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

const ports = (table: keyof Engine['tables']) => ({
  ...{ client: engine.client, table: engine.tables[table], deployments: engine.tables.deployments },
  ...{ clock, backOff: noWait, publishesEvents: true },
});
const table = () => schedules(ports('schedules'));
const events = () => scheduleEvents(ports('scheduleEvents'));
const outbox = () => eventOutbox(ports('deployments'));
const waiting = () => outbox().due(new Date('2999-01-01'), 100);

const manager = { ...someone, subject: 'manager' };
const secret = 'hunter2-of-somebody';

/** Each under an owner of its own, in a group of its own. */
const made = async (number: number): Promise<Schedule> => {
  const one: Schedule = {
    ...{ id: uuid(number), createdAt: instant(0), updatedAt: instant(0), status: 'RUNNING', name: `job ${number}` },
    ...{ createdBy: { ...someone, subject: `owner ${number}` }, userGroup: `group ${number}` },
    ...{ reader: { isAdministrator: false }, fileExpression: 'incoming:.*', replicationExpression: '*' },
    ...{ numberOfReplicas: 1, parameters: { password: secret }, secretInputs: ['password'] },
    limits: { providerTimeoutMins: 60, keepLastAttempt: false },
  };
  await table().create(one, [`fragment ${number}`]);
  return one;
};
const fileOf = ({ id: scheduleId }: Schedule, number: number): ScheduleEvent => ({
  ...{ id: uuid(number), scheduleId, scope: 'incoming', name: 'a.csv', createdAt: instant(0), updatedAt: instant(0) },
  ...{ deploymentId: uuid(number + 1), operationId: uuid(number + 2), replicationStatus: 'REPLICATING' },
});

const scopesOf = ({ createdBy: owner, userGroup: group = '' }: Schedule): readonly Scope[] => [
  { of: 'owner', owner },
  { of: 'group', group, issuer: owner.issuer },
  { of: 'owner-in-group', owner, group },
];
const oldest = { size: 100, direction: 'asc' } as const;
const told = async (scopes: readonly Scope[], withSchedules = true): Promise<readonly StreamEvent[]> =>
  (await eventStream(ports('deployments')).list(scopes, { ...oldest, withSchedules })).content;
const ofSchedule = ({ createdBy: owner }: Schedule) => told([{ of: 'owner', owner }]);

describe('the events of schedules', () => {
  it('tell of its creation, its changes and its end, and who asked for them, in each list that shows the schedule', async () => {
    const one = await made(1);
    clock.set(1);
    const suspended = await table().setStatus(one, 'SUSPENDED', [], { by: manager });
    clock.set(2);
    const again = await table().setStatus({ ...suspended, statusReason: 'too many files' }, 'SUSPENDED', []);
    clock.set(3);
    await table().remove(again, { by: one.createdBy });
    clock.set(0);
    for (const scope of [...scopesOf(one), { of: 'all' } as const]) {
      const seen = (await told([scope])).map(({ kind, message, schedule, requestedBy }) => [
        ...[kind, message, schedule?.status, requestedBy?.subject],
      ]);
      expect(seen, scope.of).toEqual([
        ['SCHEDULE_CREATED', 'the schedule was created, for files that match incoming:.*', 'RUNNING', 'owner 1'],
        ['SCHEDULE_CHANGED', 'the schedule is SUSPENDED', 'SUSPENDED', 'manager'],
        ['SCHEDULE_CHANGED', 'the schedule is SUSPENDED: too many files', 'SUSPENDED', undefined],
        ['SCHEDULE_DELETED', 'the schedule is gone; the deployments that it made stay', 'DELETED', 'owner 1'],
      ]);
    }
    expect(await told(scopesOf(one))).toHaveLength(4);
    expect(await told([{ of: 'owner', owner: manager }])).toEqual([]);
  });

  it('are left out where only those of deployments are asked for, and fill no page then', async () => {
    const one = await made(2);
    const of = deployment(3, { createdBy: one.createdBy });
    const owner: Scope = { of: 'owner', owner: one.createdBy };
    clock.set(5);
    await deployments(ports('deployments')).accept(of);
    await timeline(ports('deployments')).add(of.id, { name: 'a', kind: 'CHANGE', message: 'm', at: instant(0) });
    clock.set(0);
    const page = { size: 1, direction: 'asc' } as const;
    const stream = eventStream(ports('deployments'));
    const without = await stream.list([owner], page);
    expect(without.content.map(({ deployment }) => deployment?.id)).toEqual([of.id]);
    expect(without.cursor).toBeUndefined();
    const first = await stream.list([owner], { ...page, withSchedules: true });
    expect(first.content.map(({ schedule }) => schedule?.id)).toEqual([one.id]);
    const second = await stream.list([owner], { ...page, withSchedules: true, cursor: first.cursor ?? '' });
    expect(second.content.map(({ deployment }) => deployment?.id)).toEqual([of.id]);
  });

  it('are none where a creation is undone, and its repeat tells of itself alone', async () => {
    for (const event of await waiting()) await outbox().settle(event);
    const one = await made(8);
    await table().remove(one, { unseen: true });
    expect([await ofSchedule(one), await waiting()]).toEqual([[], []]);
    await table().create(one, ['fragment 8']);
    expect((await ofSchedule(one)).map(({ kind }) => kind)).toEqual(['SCHEDULE_CREATED']);
    expect(await waiting()).toHaveLength(1);
  });

  it('are not written where what they tell of is refused', async () => {
    const one = await made(4);
    await table().setStatus(one, 'SUSPENDED', []);
    await expect(table().setStatus(one, 'RUNNING', ['x'])).rejects.toThrow('changed');
    await expect(table().create(one, ['x'])).rejects.toThrow('already');
    await table().remove(one);
    await table().remove(one);
    expect((await ofSchedule(one)).map(({ kind }) => kind)).toHaveLength(3);
  });

  it('tell once of a file that could not be taken, with its reason and without secrets', async () => {
    const one = await made(5);
    const event = fileOf(one, 600);
    await events().record(event);
    clock.set(1);
    await events().fail(event, `the job is refused: ${secret}`, one);
    await events().fail(event, 'another reason', one);
    clock.set(0);
    expect(await events().find(event.id)).toMatchObject({
      ...{ replicationStatus: 'STUCK', reason: expect.stringContaining('refused') },
    });
    const [, failed, ...more] = await ofSchedule(one);
    expect(more).toEqual([]);
    expect(failed).toMatchObject({
      kind: 'FILE_FAILED',
      message: expect.stringMatching(/^incoming:a\.csv: the job is refused: /),
      file: { event: event.id, scope: 'incoming', name: 'a.csv' },
      schedule: { id: one.id, name: 'job 5' },
    });
    expect(JSON.stringify(failed)).not.toContain(secret);
    await events().remove(event);
    await expect(events().fail(event, 'too late', one)).rejects.toThrow(NotFoundError);
  });

  it('wait for those who are told of them, from the write on, and each is taken off by itself', async () => {
    for (const event of await waiting()) await outbox().settle(event);
    const one = await made(7);
    await table().remove(one);
    const [created, ...others] = await waiting();
    expect([created, ...others].map((event) => event?.kind).toSorted()).toEqual([
      'SCHEDULE_CREATED',
      'SCHEDULE_DELETED',
    ]);
    if (created) await outbox().settle(created);
    expect(await waiting()).toEqual(others);
  });
});
