import { describe, expect, it, vi } from 'vitest';
import { advanceBackfill, mostStarted } from '../../../src/domain/schedules/advance-backfill.ts';
import type { Backfill, BackfillChanges } from '../../../src/domain/schedules/backfill.ts';
import { eventId } from '../../../src/domain/schedules/match-files.ts';
import type { Schedule, ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import {
  ConflictError,
  NotFoundError,
  NotReadyError,
  PausedError,
  UnavailableError,
} from '../../../src/foundation/errors.ts';
import { switchedPause } from '../../support/paused.ts';
import { countedIds, ManualClock } from '../deployments/world.ts';

vi.spyOn(console, 'log').mockReturnValue();

const scope = 'incoming';
const ref = { scheduleId: 's', backfillId: 'b' };

interface Given {
  readonly files?: readonly string[];
  /** names in a page of the list */
  readonly pageSize?: number;
  readonly schedule?: Partial<Schedule> | null;
  readonly readers?: { readonly [scope: string]: readonly string[] };
  readonly backfill?: Partial<Backfill>;
  /** names of files whose events another backfill, or their arrival, has made */
  readonly known?: readonly string[];
}

/** A backfill of schedule `s`, which matches names that end with `.csv`. */
const world = ({ files = [], pageSize = 1_000, schedule = {}, readers = {}, backfill = {}, known = [] }: Given) => {
  const clock = new ManualClock();
  const started: string[] = [];
  const asked: (string | undefined)[] = [];
  const events = new Map(known.map((name) => [eventId('s', { scope, name }), { backfillId: 'earlier' }]));
  const state: { backfill: Backfill | undefined } = {
    backfill: {
      ...{ id: 'b', scheduleId: 's', createdAt: '', updatedAt: '', createdBy: { issuer: 'i', subject: 'olga' } },
      ...{ scope, prefix: '', status: 'RUNNING', seen: 0, matching: 0, started: 0 },
      ...backfill,
    },
  };
  const ports = {
    clock,
    ids: countedIds(0),
    schedules: {
      find: async () =>
        schedule === null
          ? undefined
          : { id: 's', fileExpression: `${scope}:.*\\.csv`, reader: {}, status: 'RUNNING', ...schedule },
    },
    fileConfiguration: { readers },
    fileLists: {
      page: async (_: string, { after }: { readonly after?: string }) => {
        asked.push(after);
        const rest = files.filter((name) => after === undefined || name > after);
        return { files: rest.slice(0, pageSize).map((name) => ({ scope, name })), isLast: rest.length <= pageSize };
      },
    },
    scheduleEvents: {
      record: async (event: ScheduleEvent) => {
        const stored = events.get(event.id) ?? event;
        events.set(event.id, { backfillId: stored.backfillId ?? '' });
        return { event: stored, begun: stored !== event };
      },
    },
    eventWorkflows: { startEvent: async ({ name }: ScheduleEvent) => void started.push(name) },
    backfills: {
      find: async () => state.backfill,
      change: async (seen: Backfill, changes: BackfillChanges) => {
        if (state.backfill !== seen) throw new ConflictError('another process has gone on');
        state.backfill = { ...seen, ...changes };
        return state.backfill;
      },
      remove: async () => {
        state.backfill = undefined;
      },
    },
  };
  return { ports, clock, state, started, asked, advance: () => advanceBackfill(ports as never)(ref) };
};

const names = (count: number) => Array.from({ length: count }, (_, index) => `${String(index).padStart(4, '0')}.csv`);

describe('a step of a backfill', () => {
  it('starts an event for each file that matches, page by page, and is complete', async () => {
    const one = world({ files: ['a.csv', 'b.txt', 'c.csv', 'd.csv'], pageSize: 2 });
    await one.advance();
    expect(one.started).toEqual(['a.csv', 'c.csv', 'd.csv']);
    expect(one.asked).toEqual([undefined, 'b.txt']);
    expect(one.state.backfill).toMatchObject({ status: 'COMPLETE', seen: 4, matching: 3, started: 3, after: 'd.csv' });
  });

  it('begins no event while the installation is paused, and goes on after it', async () => {
    const one = world({ files: ['a.csv'] });
    const { pauses, resume } = switchedPause();
    const advance = () => advanceBackfill({ ...one.ports, pauses } as never)(ref);
    await expect(advance()).rejects.toThrow(PausedError);
    expect([one.started, one.asked, one.state.backfill?.status]).toEqual([[], [], 'RUNNING']);
    resume();
    await advance();
    expect([one.started, one.state.backfill?.status]).toEqual([['a.csv'], 'COMPLETE']);
  });

  it('that somebody has stopped ends in a pause too', async () => {
    const one = world({ files: ['a.csv'], backfill: { status: 'STOPPED' } });
    await advanceBackfill({ ...one.ports, ...switchedPause() } as never)(ref);
    expect(one.started).toEqual([]);
  });

  it('goes on after the last name that is recorded', async () => {
    const one = world({ files: ['a.csv', 'b.csv'], backfill: { after: 'a.csv', seen: 1, matching: 1, started: 1 } });
    await one.advance();
    expect(one.started).toEqual(['b.csv']);
    expect(one.state.backfill).toMatchObject({ status: 'COMPLETE', seen: 2, matching: 2, started: 2 });
  });

  it('leaves files alone whose events are there, and replicas of ours', async () => {
    const one = world({ files: ['a.csv', 'b.csv', 'toscanini-replicas/c.csv'], known: ['a.csv'] });
    await one.advance();
    expect(one.started).toEqual(['b.csv']);
    expect(one.state.backfill).toMatchObject({ status: 'COMPLETE', seen: 3, matching: 2, started: 1 });
  });

  it('stops within a page when it has started enough, and goes on there', async () => {
    const files = names(mostStarted + 5);
    const one = world({ files });
    await expect(one.advance()).rejects.toThrow(NotReadyError);
    expect(one.state.backfill).toMatchObject({ status: 'RUNNING', seen: mostStarted, after: files[mostStarted - 1] });
    await one.advance();
    expect(one.started).toEqual(files);
    expect(one.state.backfill).toMatchObject({ status: 'COMPLETE', started: mostStarted + 5 });
  });

  it('stops when its time is over', async () => {
    const one = world({ files: names(4), pageSize: 1 });
    const { page } = one.ports.fileLists;
    one.ports.fileLists.page = async (...asked) => {
      one.clock.advance(11);
      return page(...asked);
    };
    await expect(one.advance()).rejects.toThrow('2 files were looked at');
    expect(one.state.backfill).toMatchObject({ status: 'RUNNING', seen: 2 });
  });

  it.each([
    ['is suspended', { schedule: { status: 'SUSPENDED' } }, { status: 'STOPPED', statusReason: /suspended/ }],
    [
      'has an owner who may not read the bucket',
      { readers: { [scope]: ['others'] } },
      { status: 'FAILED', statusReason: /may no longer read incoming/ },
    ],
  ] as const)('starts nothing when its schedule %s', async (_, given, { status, statusReason }) => {
    const one = world({ files: ['a.csv'], ...given });
    await one.advance();
    expect(one.started).toEqual([]);
    expect(one.state.backfill).toMatchObject({ status, statusReason: expect.stringMatching(statusReason) });
  });

  it.each([
    ['is gone', null],
    ['is being deleted', { leaving: true }],
  ] as const)('removes the record when its schedule %s', async (_, schedule) => {
    const one = world({ files: ['a.csv'], schedule: schedule as Given['schedule'] & object });
    await one.advance();
    expect(one.started).toEqual([]);
    expect(one.state.backfill).toBeUndefined();
  });

  it('fails when the bucket is gone, and is repeated when it only does not answer', async () => {
    const gone = world({});
    gone.ports.fileLists.page = () => Promise.reject(new NotFoundError('there is no bucket incoming'));
    await gone.advance();
    expect(gone.state.backfill).toMatchObject({ status: 'FAILED', statusReason: 'there is no bucket incoming' });
    const away = world({});
    away.ports.fileLists.page = () => Promise.reject(new Error('no answer'));
    await expect(away.advance()).rejects.toThrow('no answer');
    expect(away.state.backfill).toMatchObject({ status: 'RUNNING' });
  });

  it('records nothing over what another process has recorded', async () => {
    const one = world({ files: ['a.csv'] });
    const { page } = one.ports.fileLists;
    one.ports.fileLists.page = async (...asked) => {
      if (one.state.backfill) one.state.backfill = { ...one.state.backfill, status: 'STOPPED' };
      return page(...asked);
    };
    await expect(one.advance()).rejects.toThrow(NotReadyError);
    expect(one.state.backfill).toMatchObject({ status: 'STOPPED', seen: 0 });
    await one.advance(); // it has ended: nothing is left to do
    expect(one.started).toEqual(['a.csv']);
  });

  it('is repeated when the table does not answer', async () => {
    const one = world({ files: ['a.csv'] });
    one.ports.backfills.change = () => Promise.reject(new UnavailableError('the table does not answer'));
    await expect(one.advance()).rejects.toThrow(UnavailableError);
    expect(one.state.backfill).toMatchObject({ status: 'RUNNING', seen: 0 });
  });

  it('of one that is gone does nothing', async () => {
    const one = world({ files: ['a.csv'] });
    one.state.backfill = undefined;
    await one.advance();
    expect(one.started).toEqual([]);
  });
});
