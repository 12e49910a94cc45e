import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../src/domain/deployments/record/attempt.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { Attempts, Deployments } from '../../src/domain/deployments/record/ports.ts';
import type { Timeline } from '../../src/domain/deployments/record/timeline.ts';
import type { ScheduleEvents } from '../../src/domain/schedules/ports.ts';
import type { ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import { ConflictError, OperationSupersededError } from '../../src/foundation/errors.ts';
import {
  countedAttempts,
  countedDeployments,
  countedEvents,
  countedTimeline,
} from '../../src/observability/counted.ts';
import type { CountedMetric } from '../../src/observability/metric-names.ts';

const operation = { id: 'o-1', kind: 'CREATE', acceptedAt: '2026-01-01T00:00:00.000Z' } as const;
const deployment = { id: 'd-1', operation, updatedAt: '2026-01-01T00:06:30.000Z' } as Deployment;
const clock = { now: () => new Date('2026-01-01T00:02:00.000Z') };

/** What was counted, and the port under test over these answers of the table. */
const over = (answers: Partial<Deployments>) => {
  const seen: CountedMetric[] = [];
  return { seen, deployments: countedDeployments(answers as Deployments, (measure) => seen.push(measure), clock) };
};

describe('deployments', () => {
  it('are counted when their outcome is written, with the minutes that a good one took', async () => {
    const { seen, deployments } = over({ record: async () => deployment });
    await deployments.record('d-1', 'o-1', { status: 'CREATE_COMPLETE' });
    await deployments.record('d-1', 'o-1', { status: 'UPDATE_FAILED' });
    expect(seen).toEqual([
      { name: 'Deployments', dimensions: { outcome: 'CREATE_COMPLETE' } },
      { name: 'OutcomeBalance', value: -1 },
      { name: 'MinutesToComplete', value: 6.5, dimensions: { kind: 'CREATE' } },
      { name: 'Deployments', dimensions: { outcome: 'UPDATE_FAILED' } },
      { name: 'OutcomeBalance', value: 2 },
    ]);
  });

  it('are not counted on the way', async () => {
    const { seen, deployments } = over({ record: async () => deployment });
    await deployments.record('d-1', 'o-1', { task: 'DEPLOYER' });
    await deployments.record('d-1', 'o-1', { status: 'UPDATE_IN_PROGRESS' });
    expect(seen).toEqual([]);
  });

  it('are not counted by an operation that does not own them any more', async () => {
    const { seen, deployments } = over({ record: () => Promise.reject(new OperationSupersededError('gone')) });
    await expect(deployments.record('d-1', 'o-1', { status: 'CREATE_COMPLETE' })).rejects.toThrow('gone');
    expect(seen).toEqual([]);
  });

  it('are counted as deleted once: not when they were gone, and not when a creation is taken back', async () => {
    const deleting = { ...deployment, operation: { ...operation, kind: 'DELETE' as const } };
    const found = [deleting, undefined, deployment];
    const { seen, deployments } = over({ find: async () => found.shift(), remove: async () => undefined });
    for (let n = 0; n < 3; n++) await deployments.remove('d-1', 'o-1');
    expect(seen).toEqual([
      { name: 'Deployments', dimensions: { outcome: 'DELETE_COMPLETE' } },
      { name: 'OutcomeBalance', value: -1 },
      { name: 'MinutesToComplete', value: 2, dimensions: { kind: 'DELETE' } },
    ]);
  });

  it('are not counted as deleted when the removal fails', async () => {
    const deleting = { ...deployment, operation: { ...operation, kind: 'DELETE' as const } };
    const { seen, deployments } = over({
      find: async () => deleting,
      remove: () => Promise.reject(new ConflictError('again')),
    });
    await expect(deployments.remove('d-1', 'o-1')).rejects.toThrow('again');
    expect(seen).toEqual([]);
  });
});

describe('attempts', () => {
  it('are counted by provider when their outcome is known, and not when what failed is destroyed', async () => {
    const seen: CountedMetric[] = [];
    const table = { record: async () => ({ providerId: 'alpha' }) as Attempt } as unknown as Attempts;
    const heard: boolean[] = [];
    const ended = async (_: Attempt, succeeded: boolean) => void heard.push(succeeded);
    const attempts = countedAttempts(table, (measure) => seen.push(measure), ended);
    await attempts.record('d-1', 1, { state: 'RUNNING' });
    await attempts.record('d-1', 1, { state: 'COMPLETE' });
    await attempts.record('d-1', 2, { state: 'FAILED', reason: 'no quota' });
    await attempts.record('d-1', 2, { state: 'DESTROYED' });
    await attempts.record('d-1', 3, { state: 'DESTROYED', reason: 'it refused' });
    await attempts.record('d-1', 3, { left: 'given-up', reason: 'still there' });
    expect(seen.map(({ dimensions }) => dimensions)).toEqual([
      { provider: 'alpha', outcome: 'COMPLETE' },
      { provider: 'alpha', outcome: 'FAILED' },
      { provider: 'alpha', outcome: 'REFUSED' },
    ]);
    expect(heard).toEqual([true, false, false]);
  });
});

describe('callbacks', () => {
  it('are counted when they are given up, not at each try, and not again when the step is repeated', async () => {
    const seen: CountedMetric[] = [];
    const outcomes = ['added', 'added', 'there', 'gone'] as const;
    const add = async (): ReturnType<Timeline['add']> => outcomes[told++] ?? 'added';
    let told = 0;
    const timeline = countedTimeline({ add } as unknown as Timeline, (measure) => seen.push(measure));
    const event = { kind: 'CALLBACK_FAILED', message: '', at: '' } as const;
    await timeline.add('d-1', { ...event, name: 'callback-n-1-failed' });
    await timeline.add('d-1', { ...event, name: 'callback-n-1-given-up' });
    expect(seen).toEqual([{ name: 'CallbacksGivenUp' }]);
    await timeline.add('d-1', { ...event, name: 'callback-n-1-given-up' });
    expect(seen).toHaveLength(1);
    await timeline.add('d-gone', { ...event, name: 'callback-n-2-given-up' });
    expect(seen).toHaveLength(2);
  });
});

describe('files', () => {
  it('are counted when their event is new, not when the notification comes again', async () => {
    const seen: CountedMetric[] = [];
    const first = { id: 'e-1', operationId: 'o-1' } as ScheduleEvent;
    const table = { record: async () => ({ event: first, begun: false }) } as unknown as ScheduleEvents;
    const events = countedEvents(table, (measure) => seen.push(measure));
    await events.record(first);
    await events.record({ ...first, operationId: 'o-2' });
    expect(seen).toEqual([{ name: 'FilesMatched' }]);
  });
});
