import { describe, expect, it, vi } from 'vitest';
import { eventId, matchFiles } from '../../../src/domain/schedules/match-files.ts';
import type { IndexedSchedule, ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { UnavailableError } from '../../../src/foundation/errors.ts';
import { switchedPause } from '../../support/paused.ts';
import { countedIds, epoch, ManualClock } from '../deployments/world.ts';

vi.spyOn(console, 'log').mockReturnValue();

const schedule = (id: string, changes: Partial<IndexedSchedule> = {}): IndexedSchedule => ({
  ...{ id, fileExpression: 'incoming:.*', reader: { isAdministrator: true } },
  ...changes,
});

const message = (messageId: string, ...keys: readonly string[]) => ({
  messageId,
  body: JSON.stringify({
    Records: keys.map((key) => ({
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'incoming' }, object: { key } },
    })),
  }),
});

/** A matcher with these schedules, and the events that are recorded, some of them before. */
const matcher = (...schedules: readonly IndexedSchedule[]) => {
  const recorded = new Map<string, ScheduleEvent>();
  const begun = new Set<string>();
  const started: string[] = [];
  const ports = {
    clock: new ManualClock(),
    ids: countedIds(0),
    scheduleIndex: { counts: async () => new Map(), candidates: async () => schedules },
    scheduleEvents: {
      record: async (event: ScheduleEvent) => {
        const known = recorded.get(event.id) ?? event;
        recorded.set(event.id, known);
        return { event: known, begun: begun.has(event.id) };
      },
    },
    eventWorkflows: { startEvent: async ({ id }: ScheduleEvent) => void started.push(id) },
    fileConfiguration: { readers: {} as Record<string, readonly string[]> },
  };
  const match = (...Records: ReturnType<typeof message>[]) => matchFiles(ports as never)({ Records });
  return { ports, recorded, begun, started, match };
};

const idOf = (scheduleId: string, name: string) => eventId(scheduleId, { scope: 'incoming', name });

describe('matchFiles', () => {
  it('records an event for each pair of file and schedule, and starts its workflow', async () => {
    const one = matcher(schedule('s1'), schedule('s2', { fileExpression: 'incoming:a' }));
    expect(await one.match(message('m', 'a', 'b'))).toEqual({ batchItemFailures: [] });
    const expected = [idOf('s1', 'a'), idOf('s2', 'a'), idOf('s1', 'b')];
    expect([...one.recorded.keys()]).toEqual(expected);
    expect(one.started).toEqual(expected);
    const [deploymentId, operationId] = [expect.any(String), expect.any(String)];
    expect(one.recorded.get(idOf('s2', 'a'))).toStrictEqual({
      ...{ id: idOf('s2', 'a'), scheduleId: 's2', scope: 'incoming', name: 'a', deploymentId, operationId },
      ...{ createdAt: new Date(epoch).toISOString(), updatedAt: new Date(epoch).toISOString() },
      replicationStatus: 'REPLICATING',
    });
  });

  it('records what arrives while the installation is paused, and starts nothing: no message is left in the queue', async () => {
    const one = matcher(schedule('s1'));
    const { pauses, resume } = switchedPause();
    const match = matchFiles({ ...one.ports, pauses } as never);
    expect(await match({ Records: [message('m', 'a', 'b')] })).toEqual({ batchItemFailures: [] });
    expect([...one.recorded.keys()]).toEqual([idOf('s1', 'a'), idOf('s1', 'b')]);
    expect(one.started).toEqual([]);
    resume();
    // a message that comes twice, after the pause, starts the event that waits
    await match({ Records: [message('m', 'a')] });
    expect(one.started).toEqual([idOf('s1', 'a')]);
  });

  it('does not start again what has started: S3 may send a notification twice', async () => {
    const one = matcher(schedule('s1'));
    one.begun.add(idOf('s1', 'a'));
    expect(await one.match(message('m', 'a'))).toEqual({ batchItemFailures: [] });
    expect(one.started).toEqual([]);
  });

  it('starts what was recorded by a process that died, with the ids that it has', async () => {
    const one = matcher(schedule('s1'));
    await one.match(message('m', 'a'));
    const [first] = one.recorded.values();
    await one.match(message('m', 'a'));
    expect([...one.recorded.values()]).toEqual([first]);
    expect(one.started).toEqual([idOf('s1', 'a'), idOf('s1', 'a')]);
  });

  it('has only those messages delivered again that failed', async () => {
    const one = matcher(schedule('s1'));
    one.ports.eventWorkflows.startEvent = async ({ id, name }) => {
      if (name === 'b') throw new UnavailableError('Step Functions does not answer');
      one.started.push(id);
    };
    const broken = { messageId: 'm3', body: 'no JSON' };
    expect(await one.match(message('m1', 'a'), message('m2', 'b', 'c'), broken)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm2' }, { itemIdentifier: 'm3' }],
    });
    expect(one.started).toContain(idOf('s1', 'a'));
  });

  it('fires no schedule whose expression does not match the whole file, and none for a replica', async () => {
    const one = matcher(schedule('s1', { fileExpression: 'incoming:a' }));
    await one.match(message('m', 'ab', 'toscanini-replicas/a'));
    expect(one.recorded.size).toBe(0);
  });

  it('fires no schedule whose owner may not read the file', async () => {
    const one = matcher(schedule('s1', { reader: { isAdministrator: false, groups: ['biology'] } }));
    one.ports.fileConfiguration.readers = { incoming: ['physics'] };
    await one.match(message('m', 'a'));
    expect(one.recorded.size).toBe(0);
  });
});

describe('eventId', () => {
  it('is the same for every notification of one file and one schedule, and a UUID of version 8', () => {
    expect(idOf('s1', 'a')).toBe(idOf('s1', 'a'));
    expect(idOf('s1', 'a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const all = [idOf('s1', 'a'), idOf('s2', 'a'), idOf('s1', 'b'), eventId('s1', { scope: 'other', name: 'a' })];
    expect(new Set(all).size).toBe(4);
  });
});
