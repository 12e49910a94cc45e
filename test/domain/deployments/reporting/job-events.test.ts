import { describe, expect, it } from 'vitest';
import type { JobEvent } from '../../../../src/domain/deployers/machines.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import { reportProviderState } from '../../../../src/domain/deployments/reporting/provider-state.ts';

const event = (name: string, second: number): JobEvent => ({
  name,
  message: name,
  at: `2026-01-01T00:00:${`${second}`.padStart(2, '0')}.000Z`,
});

/** Polls one after the other; each sees these events. Gives the events that each has added. */
const added = async (polls: readonly (readonly JobEvent[])[], dying?: number): Promise<readonly string[][]> => {
  let attempt = { deploymentId: 'd', operationId: 'o', number: 1, providerId: 'p' } as Attempt;
  const all: string[][] = [];
  for (const [index, happened] of polls.entries()) {
    const names: string[] = [];
    all.push(names);
    const ports = {
      clock: { now: () => new Date(0) },
      timeline: {
        add: async (_: string, { name }: { readonly name: string }) => {
          names.push(name.replace('o-attempt-1-', ''));
          return 'added' as const;
        },
      },
      attempts: {
        record: async (_: string, __: number, changes: Partial<Attempt>) => {
          if (index === dying) throw new Error('killed');
          attempt = { ...attempt, ...changes };
          return attempt;
        },
      },
    };
    const reported = reportProviderState(ports as never, attempt, { state: 'running', vms: {}, happened });
    if (index === dying) await expect(reported).rejects.toThrow('killed');
    else await reported;
  }
  return all;
};

const [queued, started, ended] = [event('queued', 1), event('started', 5), event('ended', 9)];

describe('what happened to jobs', () => {
  it('is added once, however often it is seen', async () => {
    const polls = [[queued], [queued], [queued, started], [queued, started, ended]];
    expect(await added(polls)).toEqual([['queued'], [], ['started'], ['ended']]);
  });

  it('is added when the engine lists it late, between events that were added before', async () => {
    const late = event('late', 3);
    expect(
      await added([
        [queued, started],
        [queued, late, started],
      ]),
    ).toEqual([
      ['queued', 'started'],
      ['queued', 'late', 'started'],
    ]);
  });

  it('is added when it comes at the same instant as the last one', async () => {
    const other = event('other', 5);
    expect(
      (
        await added([
          [queued, started],
          [queued, started, other],
        ])
      )[1],
    ).toEqual(['queued', 'started', 'other']);
  });

  it('is added when a job starts again, whose start is then later', async () => {
    expect(
      (
        await added([
          [queued, started],
          [queued, event('started', 7)],
        ])
      )[1],
    ).toEqual(['queued', 'started']);
  });

  it('is added once more after a process died before the attempt says so', async () => {
    expect(await added([[queued], [queued, started], [queued, started]], 1)).toEqual([
      ['queued'],
      ['started'],
      ['started'],
    ]);
  });

  it('is added once more for an attempt of an earlier release, which says only how many', async () => {
    const attempt = { deploymentId: 'd', operationId: 'o', number: 1, providerId: 'p', said: '1 events of jobs' };
    const names: string[] = [];
    const ports = {
      clock: { now: () => new Date(0) },
      timeline: { add: async (_: string, { name }: { readonly name: string }) => void names.push(name) },
      attempts: { record: async () => attempt },
    };
    await reportProviderState(ports as never, attempt as Attempt, {
      ...{ state: 'running', vms: {}, happened: [queued, started] },
    });
    expect(names).toHaveLength(2);
  });
});
