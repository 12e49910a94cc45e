import { describe, expect, it, vi } from 'vitest';
import type { Execution } from '../../../src/domain/deployments/record/ports.ts';
import type { Backfill, BackfillChanges } from '../../../src/domain/schedules/backfill.ts';
import { sweepBackfills } from '../../../src/domain/schedules/sweep-backfills.ts';
import { epoch, ManualClock } from '../deployments/world.ts';

vi.spyOn(console, 'log').mockReturnValue();

const running = { id: 'b', scheduleId: 's', status: 'RUNNING' } as Backfill;
const failed: Execution = { state: 'FAILED', error: 'Lambda.ServiceException' };
const once = { times: 1, by: 'Lambda.Unknown', at: '' };

interface Given {
  /** as the sweep reads it first, and once more when it settles it */
  readonly due?: Backfill;
  readonly now?: Backfill | undefined;
  readonly execution?: Execution;
}

/** A backfill that is due, and what the sweep does about it. */
const swept = async ({ due = running, execution = failed, ...given }: Given) => {
  const now = 'now' in given ? given.now : due;
  const done: unknown[] = [];
  const ports = {
    ...{ clock: new ManualClock(), resumptions: 2 },
    sweeps: { swept: () => void done.push('swept'), resumed: () => void done.push('resumed') },
    backfills: {
      find: async () => now,
      change: async (seen: Backfill, changes: BackfillChanges) => {
        done.push(changes);
        return { ...seen, ...changes };
      },
      end: async (_: unknown, status: string, reason: string) => void done.push([status, reason]),
    },
    schedules: { find: async () => undefined },
    backfillSweepQueue: {
      due: async () => [due],
      setNextCheck: async (_: unknown, at: Date | undefined) =>
        void done.push(at === undefined ? 'no next check' : (at.getTime() - epoch) / 60_000),
    },
    backfillWorkflows: {
      start: async ({ interrupted }: Backfill) => void done.push(`started after ${interrupted?.times ?? 0}`),
      execution: async () => {
        done.push('asked');
        return execution;
      },
    },
  };
  await sweepBackfills(ports)();
  return done;
};

describe('a backfill whose workflow is dead', () => {
  it('goes on in another execution, once the interruption is recorded', async () => {
    const by = { by: 'Lambda.ServiceException', at: new Date(epoch).toISOString() };
    expect(await swept({})).toEqual([
      ...['asked', { interrupted: { times: 1, ...by } }, 'started after 1', 'resumed', expect.any(Number)],
    ]);
    expect(await swept({ due: { ...running, interrupted: once } })).toContainEqual({
      interrupted: { times: 2, ...by },
    });
  });

  it('is started where a process died before it did so, and counts no second interruption', async () => {
    const due = { ...running, interrupted: once };
    expect(await swept({ due, execution: { state: 'UNKNOWN' } })).toEqual([
      ...['asked', 'started after 1', 'resumed', expect.any(Number)],
    ]);
  });

  it('has failed after too many interruptions, or when an operator has stopped it', async () => {
    const due = { ...running, interrupted: { ...once, times: 2 } };
    expect(await swept({ due })).toEqual([
      'asked',
      ['FAILED', expect.stringMatching(/ended unexpectedly \(Lambda\.ServiceException\).*start another backfill/)],
      ...['swept', 'no next check'],
    ]);
    expect(await swept({ execution: { state: 'ABORTED' } })).toContainEqual([
      ...['FAILED', 'an operator of this service stopped its workflow'],
    ]);
  });
});

describe('a backfill that is due', () => {
  it('is checked again in an hour while its workflow runs', async () => {
    expect(await swept({ execution: { state: 'RUNNING' } })).toEqual(['asked', 60]);
  });

  it('is left alone once it has ended or is gone', async () => {
    expect(await swept({ due: { ...running, status: 'COMPLETE' } })).toEqual(['no next check']);
    expect(await swept({ now: { ...running, status: 'STOPPED' } })).toEqual(['asked', 'no next check']);
    expect(await swept({ now: undefined })).toEqual(['asked', 'no next check']);
  });

  it('waits for the next check where another process has resumed it', async () => {
    expect(await swept({ now: { ...running, interrupted: once } })).toEqual(['asked', expect.any(Number)]);
  });
});
