import type { Caller } from '../../foundation/caller.ts';
import type { Clock, Ids } from '../../foundation/clock.ts';
import type { Topology } from '../../tosca/topology.ts';
import type { Revocations } from '../credentials/ports.ts';
import type { JudgingPorts } from '../deployments/accepting/judge-update.ts';
import { undoRefused } from '../deployments/accepting/undo-refused.ts';
import type { Files } from '../deployments/record/ports.ts';
import { removeFiles } from '../deployments/record/remove-files.ts';
import { secretPlaces } from '../deployments/record/secret-places.ts';
import { filingOf, fragmentsOfExpression } from './fragments.ts';
import type { ScheduleIndex, Schedules } from './ports.ts';
import type { Reader, Schedule } from './schedule.ts';
import { type CheckPorts, refusal, scheduleFaults } from './schedule-faults.ts';
import type { ScheduleRequest } from './schedule-request.ts';

export interface CreateSchedulePorts extends CheckPorts, JudgingPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly schedules: Pick<Schedules, 'create' | 'remove'>;
  readonly scheduleIndex: Pick<ScheduleIndex, 'counts'>;
  readonly files: Pick<Files, 'putTemplate' | 'remove'>;
  readonly delegations: Revocations;
}

/**
 * Creates a RUNNING schedule. InvalidError with everything that is wrong, ForbiddenError when rules of the installation deny its
 * deployments, before anything is stored.
 */
export const createSchedule = async (
  ports: CreateSchedulePorts,
  request: ScheduleRequest,
  caller: Caller,
): Promise<Schedule> => {
  const found = await scheduleFaults(ports, { ...request, reader: readerOf(caller) });
  if (found.faults.length > 0) throw refusal(found);
  if (found.topology && !ports.policies.isEmpty) {
    // loaded only where there are rules
    const { requireAllowed } = await import('../deployments/accepting/require-allowed.ts');
    await requireAllowed(ports, found.topology, ...requesterOf(request, caller));
  }
  const schedule = {
    ...accepted(ports, request, caller),
    ...secretsOf(request, found.topology),
    ...(found.notes.length > 0 && { notes: found.notes }),
  };
  try {
    await ports.files.putTemplate(schedule.id, schedule.id, request.template);
    await request.delegation?.keep(schedule.id);
    await ports.schedules.create(schedule, await filingFor(ports.scheduleIndex, schedule.fileExpression));
  } catch (error) {
    await undoRefused(request, error, () => removeAll(ports, schedule));
    throw error;
  }
  return schedule;
};

/** What rules are asked of the deployments of a schedule: they are its creator's. */
export const requesterOf = (request: ScheduleRequest, { issuer, subject }: Caller) => {
  const owner = { issuer, subject };
  const { delegation: _, id: __, isHeld: ___, ...rule } = request;
  return [
    { ...rule, owner },
    { operation: 'schedule', user: owner },
  ] as const;
};

/**
 * Undoes every step, since a failed one may have taken effect. The record is removed first: no schedule exists without
 * its template.
 */
const removeAll = async (ports: CreateSchedulePorts, schedule: Schedule): Promise<void> => {
  await ports.schedules.remove(schedule, { unseen: true });
  await removeFiles(ports, schedule.id);
};

/** The best fragments to file the expression under now. */
export const filingFor = async (index: Pick<ScheduleIndex, 'counts'>, fileExpression: string) =>
  filingOf(fileExpression, await index.counts(fragmentsOfExpression(fileExpression)));

const accepted = ({ clock, ids }: CreateSchedulePorts, request: ScheduleRequest, caller: Caller): Schedule => {
  const now = clock.now().toISOString();
  const { template: _, delegation: __, isHeld: ___, id = ids.next(), ...rest } = request;
  return {
    ...rest,
    id,
    createdAt: now,
    updatedAt: now,
    createdBy: { issuer: caller.issuer, subject: caller.subject },
    reader: readerOf(caller),
    status: 'RUNNING',
  };
};

/** What the template declares as secret, so that the group does not see it in what the request gave. */
const secretsOf = (
  { parameters }: ScheduleRequest,
  topology: Topology | undefined,
): Pick<Schedule, 'secretInputs' | 'secretTexts'> => {
  if (topology === undefined) return {};
  const { secretInputs, secretTexts } = secretPlaces(topology, parameters);
  return { ...(secretInputs.length > 0 && { secretInputs }), ...(secretTexts.length > 0 && { secretTexts }) };
};

/** What the caller's token says about which files the caller may read. */
export const readerOf = ({ groups, isAdministrator }: Caller): Reader => ({
  ...(groups !== undefined && { groups }),
  isAdministrator,
});
