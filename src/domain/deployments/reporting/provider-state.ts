import type { InfrastructureStatus, JobEvent } from '../../deployers/machines.ts';
import type { Attempt } from '../record/attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { subjectOf } from './report.ts';
import { timelineMessage } from './timeline-message.ts';

type Ports = Pick<LifecyclePorts, 'attempts' | 'timeline' | 'clock'>;

/** What was changed of the attempt. */
export type Changes = Pick<Attempt, 'said' | 'saidAt' | 'awayUnchangedMs'>;

/**
 * Adds to the timeline what the provider reports about an infrastructure, each report once within an operation. The
 * attempt keeps the last report, so a poll that finds nothing new writes nothing. Reports hold only states and numbers:
 * the provider's log may hold secrets, and members of the group read the timeline. Returns what it changed of the attempt.
 */
export const reportProviderState = async (
  ports: Ports,
  attempt: Attempt,
  status: InfrastructureStatus,
): Promise<Changes> => {
  const { deploymentId, operationId, number, providerId } = attempt;
  if (status.happened) return reportJobs(ports, attempt, status.happened);
  const said = inWords(status);
  if (attempt.said === said) return {};
  const now = ports.clock.now().toISOString();
  await ports.timeline.add(deploymentId, {
    name: `${operationId}-attempt-${number}-${said.replaceAll(/[^a-z0-9]+/g, '-')}`,
    kind: 'PROVIDER_SAID',
    message: timelineMessage(`provider ${providerId}: the infrastructure is ${said}`),
    at: now,
    operation: operationId,
    ...subjectOf(attempt),
  });
  // its first report is no change
  const changes = { said, ...(attempt.said !== undefined && { saidAt: now, awayUnchangedMs: 0 }) };
  await ports.attempts.record(deploymentId, number, changes);
  return changes;
};

/**
 * Each event at its own time, as the engine says it: a job may start and end between two polls. Those that an earlier poll has added are
 * left out, since adding one takes two requests and a template may have hundreds of jobs. A process that dies before the attempt says so adds
 * them once more, which changes nothing.
 */
const reportJobs = async (ports: Ports, attempt: Attempt, happened: readonly JobEvent[]): Promise<Changes> => {
  const { deploymentId, operationId, number, providerId } = attempt;
  const said = reportedOf(happened);
  if (attempt.said === said) return {};
  for (const { name, message, at } of happened.slice(reportedBefore(attempt.said, happened))) {
    await ports.timeline.add(deploymentId, {
      name: `${operationId}-attempt-${number}-${name}`,
      kind: 'PROVIDER_SAID',
      message: timelineMessage(`provider ${providerId}: ${message}`),
      at,
      operation: operationId,
      ...subjectOf(attempt),
    });
  }
  await ports.attempts.record(deploymentId, number, { said });
  return { said };
};

const reportedOf = (happened: readonly JobEvent[]): string =>
  `${happened.length} events of jobs until ${happened.at(-1)?.at ?? 'now'}`;

/**
 * How many of the first events an earlier poll has added: as many as it saw, if there are still as many until its last one. Otherwise
 * none: the engine lists some late, and one that starts again has a later start.
 */
const reportedBefore = (said: string | undefined, happened: readonly JobEvent[]): number => {
  const [, count, until = ''] = /^(\d+) events of jobs until (\S+)$/.exec(said ?? '') ?? [];
  const before = happened.findLastIndex(({ at }) => at <= until) + 1;
  return before === Number(count) ? before : 0;
};

const inWords = ({ state, vms }: InfrastructureStatus): string => {
  const counts = Map.groupBy(Object.values(vms), (vm) => vm);
  const machines = [...counts].map(([vm, all]) => `${all.length} ${vm}`).toSorted();
  return machines.length === 0 ? state : `${state}, virtual machines: ${machines.join(', ')}`;
};
