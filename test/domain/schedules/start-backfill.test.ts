import { describe, expect, it, vi } from 'vitest';
import { nothing } from '../../../src/domain/quotas/amounts.ts';
import type { Bound, Quotas } from '../../../src/domain/quotas/quota.ts';
import type { Used } from '../../../src/domain/quotas/use-bounds.ts';
import type { Backfill } from '../../../src/domain/schedules/backfill.ts';
import { countFiles } from '../../../src/domain/schedules/count-files.ts';
import type { Schedule } from '../../../src/domain/schedules/schedule.ts';
import {
  type BackfillRequest,
  requireBackfillQuota,
  scopeFor,
  startBackfill,
} from '../../../src/domain/schedules/start-backfill.ts';
import { ConflictError, InvalidError, UnavailableError } from '../../../src/foundation/errors.ts';
import { countedIds, epoch, ManualClock } from '../deployments/world.ts';
import { fileConfiguration, olga, reader } from './schedule-request.ts';

const log = vi.spyOn(console, 'log').mockReturnValue();

const schedule = { id: 's', status: 'RUNNING', fileExpression: 'incoming:.*', reader } as Schedule;
const now = new Date(epoch).toISOString();

/** What is recorded, and when its workflow is first checked; the workflows that were started. */
const world = (statuses: readonly Backfill['status'][] = []) => {
  const recorded: unknown[] = [];
  const started: string[] = [];
  const ports = {
    ...{ clock: new ManualClock(), ids: countedIds(0), fileConfiguration },
    backfills: {
      list: async () => statuses.map((status) => ({ status }) as Backfill),
      create: async (backfill: Backfill, firstCheck: Date, bounds?: readonly Bound[]) =>
        void recorded.push([backfill, firstCheck, ...(bounds ?? [])]),
    },
    deployments: { usedBy: async (): Promise<Used> => ({ amounts: nothing, startedToday: 7, backfillsToday: 2 }) },
    quotas: undefined as Quotas | undefined,
    backfillWorkflows: { start: async ({ id }: Backfill) => void started.push(id) },
  };
  const start = (changes: Partial<BackfillRequest> = {}, of: Partial<Schedule> = {}) =>
    startBackfill(ports, { ...schedule, ...of }, { prefix: 'data/', ...changes }, olga);
  return { ports, recorded, started, start };
};

describe('a backfill that is started', () => {
  it('is recorded before its workflow starts, which the sweep checks a minute later', async () => {
    const one = world();
    one.ports.backfillWorkflows.start = async ({ id }) => {
      expect(one.recorded).toHaveLength(1);
      one.started.push(id);
    };
    const made = await one.start({ id: 'b' });
    expect(made).toStrictEqual({
      ...{ id: 'b', scheduleId: 's', createdAt: now, updatedAt: now },
      createdBy: { issuer: olga.issuer, subject: 'olga' },
      ...{ scope: 'incoming', prefix: 'data/', status: 'RUNNING', seen: 0, matching: 0, started: 0 },
    });
    expect(one.recorded).toEqual([[made, new Date(epoch + 60_000)]]);
    expect(one.started).toEqual(['b']);
  });

  it('has an id of its own unless it is given one, and begins after the name that is given', async () => {
    expect(await world().start({ after: 'data/7' })).toMatchObject({ id: countedIds(0).next(), after: 'data/7' });
  });

  it('counts for the owner and the group of its schedule, whoever starts it', async () => {
    const one = world();
    one.ports.quotas = { user: { backfillsPerDay: 3 }, groups: { physics: { backfillsPerDay: 4 } }, installation: 5 };
    const createdBy = { issuer: olga.issuer, subject: 'otto' };
    const of = { createdBy, userGroup: 'physics' };
    await one.start({}, of);
    expect((one.recorded[0] as readonly unknown[]).slice(2)).toEqual([
      { scope: { of: 'owner', owner: createdBy }, most: 3 },
      { scope: { of: 'group', issuer: olga.issuer, group: 'physics' }, most: 4 },
    ]);
    await requireBackfillQuota(one.ports, { ...schedule, ...of });
    one.ports.quotas = { user: { backfillsPerDay: 2 } };
    await expect(requireBackfillQuota(one.ports, { ...schedule, ...of })).rejects.toThrow(
      'may have 2 backfills a day (UTC), 2 were started today, and 0 are left; start it after midnight UTC',
    );
  });

  it('is accepted although its workflow does not start: the sweep starts it', async () => {
    const one = world();
    log.mockClear();
    one.ports.backfillWorkflows.start = () => Promise.reject(new UnavailableError('Step Functions does not answer'));
    expect(await one.start({ id: 'b' })).toMatchObject({ status: 'RUNNING' });
    expect(one.recorded).toHaveLength(1);
    expect(log.mock.calls.join()).toMatch(/"backfill not started".*"backfillId":"b".*UnavailableError/s);
  });

  it.each([
    ['is suspended', { status: 'SUSPENDED' }, /set its status to RUNNING/],
    ['is being deleted', { leaving: true }, /being deleted/],
  ] as const)('is refused where its schedule %s', async (_, of, message) => {
    const one = world();
    await expect(one.start({}, of)).rejects.toSatisfy(
      (error) => error instanceof ConflictError && message.test(error.message),
    );
    expect([one.recorded, one.started]).toEqual([[], []]);
  });

  it('is refused where five others run', async () => {
    const four = ['RUNNING', 'COMPLETE', 'RUNNING', 'RUNNING', 'STOPPED', 'RUNNING'] as const;
    expect(await world(four).start()).toMatchObject({ status: 'RUNNING' });
    const five = world([...four, 'RUNNING']);
    await expect(five.start()).rejects.toThrow('5 backfills of the schedule are running, and at most 5 may');
    expect([five.recorded, five.started]).toEqual([[], []]);
  });
});

describe('the bucket of a backfill', () => {
  const scope = (asked: string | undefined, of: Partial<Schedule> = {}) =>
    scopeFor(fileConfiguration, { ...schedule, ...of }, asked);
  const physicist = { reader: { groups: ['physics'], isAdministrator: false } };

  it('is the only one that can match and that the owner may read, or the one that is asked for', () => {
    expect(scope(undefined)).toBe('incoming');
    expect(scope(undefined, { fileExpression: '.*' })).toBe('incoming');
    expect(scope('raw', { fileExpression: '.*', ...physicist })).toBe('raw');
  });

  it('has to be named where there are several', () => {
    expect(() => scope(undefined, { fileExpression: '.*', ...physicist })).toThrow(
      new InvalidError(
        'scope is missing: say which of the buckets that the schedule can match is meant: "incoming", "raw"',
      ),
    );
  });

  it('cannot be one whose files the schedule cannot match, nor one that its owner may not read', () => {
    for (const asked of ['raw', 'x'.repeat(100)])
      expect(() => scope(asked, { fileExpression: '.*' })).toThrow(
        new InvalidError(
          `scope "${asked.slice(0, 80)}" is no bucket whose files the schedule can match; these are: "incoming"`,
        ),
      );
    expect(() => scope('incoming', { fileExpression: 'raw:.*' })).toThrow(/these are: none$/);
  });
});

describe('the count of files', () => {
  const clock = new ManualClock();
  const names = ['a.csv', 'b.txt', 'c.csv', 'toscanini-replicas/d.csv'];

  /** Pages of one name. Each takes this many seconds. */
  const listOf = (seconds = 0) => {
    const asked: unknown[] = [];
    const page = async (
      scope: string,
      { prefix, after }: { readonly prefix: string; readonly after?: string | undefined },
    ) => {
      asked.push({ prefix, after });
      clock.advance(seconds);
      const [name, ...others] = names.filter((one) => after === undefined || one > after);
      return { files: name === undefined ? [] : [{ scope, name }], isLast: others.length === 0 };
    };
    return { asked, fileLists: { page } };
  };
  const of = { fileExpression: 'incoming:.*\\.csv' };
  const wanted = { scope: 'incoming', prefix: '' };

  it('counts every page, and our replicas are no match', async () => {
    const { asked, fileLists } = listOf();
    expect(await countFiles({ clock, fileLists }, of, wanted)).toEqual({
      ...{ ...wanted, files: 4, matching: 2, complete: true, lastName: 'toscanini-replicas/d.csv' },
    });
    expect(asked).toEqual([undefined, 'a.csv', 'b.txt', 'c.csv'].map((after) => ({ prefix: '', after })));
  });

  it('ends when its time is over, and says where', async () => {
    const { fileLists } = listOf(7.5);
    expect(await countFiles({ clock, fileLists }, of, wanted)).toMatchObject({
      ...{ files: 2, matching: 1, complete: false, lastName: 'b.txt' },
    });
  });

  it('goes on after a name, which stays the last one where nothing follows', async () => {
    const { fileLists } = listOf();
    const last = 'toscanini-replicas/d.csv';
    expect(await countFiles({ clock, fileLists }, of, { ...wanted, after: last })).toMatchObject({
      ...{ files: 0, complete: true, lastName: last },
    });
  });

  it('has no last name in an empty bucket', async () => {
    const page = async () => ({ files: [], isLast: true });
    expect(await countFiles({ clock, fileLists: { page } }, of, wanted)).toStrictEqual({
      ...{ ...wanted, files: 0, matching: 0, complete: true },
    });
  });
});
