/**
 * Repositories that also count what they write. A successful write decides an outcome once, so the outcome is counted
 * there. A step of a workflow may run twice.
 */

import type { Attempt, AttemptChanges } from '../domain/deployments/record/attempt.ts';
import type { Deployment, Status } from '../domain/deployments/record/deployment.ts';
import { inProgress } from '../domain/deployments/record/lifecycle.ts';
import type { Attempts, Deployments } from '../domain/deployments/record/ports.ts';
import type { Timeline } from '../domain/deployments/record/timeline.ts';
import type { ScheduleEvents } from '../domain/schedules/ports.ts';
import { needsAttention } from '../foundation/attention.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Ended } from './failing-providers.ts';
import type { Emit } from './metrics.ts';
import { tracedDeployments, tracedEvents } from './traced.ts';

/** Counts deployments by outcome, and the minutes from acceptance to success. Each metric has the ids of its deployment. */
export const countedDeployments = (table: Deployments, emit: Emit, clock: Clock): Deployments => {
  const deployments = tracedDeployments(table);
  return {
    ...deployments,
    record: async (id, operationId, changes, whileIn) => {
      const written = await deployments.record(id, operationId, changes, whileIn);
      if (changes.status !== undefined && !inProgress(changes.status))
        settled(emit, written, changes.status, written.updatedAt);
      return written;
    },
    remove: async (id, operationId) => {
      const last = await deployments.find(id);
      await deployments.remove(id, operationId);
      if (last?.operation.id === operationId && last.operation.kind === 'DELETE')
        settled(emit, last, 'DELETE_COMPLETE', clock.now().toISOString());
    },
  };
};

const settled = (emit: Emit, { operation }: Deployment, outcome: Status, at: string): void => {
  const isGood = outcome.endsWith('_COMPLETE');
  emit({ name: 'Deployments', dimensions: { outcome } });
  emit({ name: 'OutcomeBalance', value: isGood ? -1 : 2 });
  if (!isGood) return;
  const value = (Date.parse(at) - Date.parse(operation.acceptedAt)) / 60_000;
  emit({ name: 'MinutesToComplete', value, dimensions: { kind: operation.kind } });
};

/** Counts attempts by provider and outcome. Calls `ended` for each. */
export const countedAttempts = (attempts: Attempts, emit: Emit, ended: Ended): Attempts => ({
  ...attempts,
  record: async (deploymentId, number, changes) => {
    const written = await attempts.record(deploymentId, number, changes);
    const outcome = outcomeOf(changes);
    if (outcome === undefined) return written;
    emit({ name: 'Attempts', dimensions: { provider: written.providerId, outcome } });
    await ended(written, outcome === 'COMPLETE');
    return written;
  },
});

/** REFUSED: the provider made nothing. An attempt that is destroyed later, no reason was given, had its outcome before. */
const outcomeOf = ({ state, reason }: AttemptChanges): Attempt['state'] | 'REFUSED' | undefined => {
  if (state === 'DESTROYED') return reason === undefined ? undefined : 'REFUSED';
  return state === 'COMPLETE' || state === 'FAILED' ? state : undefined;
};

/** Counts callbacks that will not be delivered any more: each once, even if the step that records it runs twice. */
export const countedTimeline = (timeline: Timeline, emit: Emit): Timeline => ({
  ...timeline,
  add: async (deploymentId, event, known) => {
    const outcome = await timeline.add(deploymentId, event, known);
    const givenUp = event.kind === 'CALLBACK_FAILED' && event.name.endsWith('-given-up');
    if (givenUp && outcome !== 'there') {
      emit({ name: 'CallbacksGivenUp' });
      needsAttention('callback-lost', 'a callback was given up', { deploymentId });
    }
    return outcome;
  },
});

/** Counts files that matched a schedule. If the event existed before, it has another operation and is not counted again. */
export const countedEvents = (table: ScheduleEvents, emit: Emit): ScheduleEvents => ({
  ...tracedEvents(table),
  record: async (event) => {
    const kept = await table.record(event);
    if (kept.event.operationId === event.operationId) emit({ name: 'FilesMatched' });
    return kept;
  },
});
