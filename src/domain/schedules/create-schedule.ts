import type { Caller } from '../callers.ts';
import type { Limits } from '../deployments/deployment.ts';
import type { Clock, Files, Ids } from '../deployments/ports.ts';
import type { Json } from '../tosca/topology.ts';
import { filingOf, fragmentsOfExpression } from './fragments.ts';
import type { ScheduleIndex, Schedules } from './ports.ts';
import type { Schedule } from './schedule.ts';
import { type CheckPorts, refusal, scheduleFaults } from './schedule-faults.ts';

export interface ScheduleRequest {
  readonly template: string;
  readonly parameters: { readonly [name: string]: Json };
  readonly fileExpression: string;
  readonly replicationExpression: string;
  readonly numberOfReplicas: number;
  readonly callback?: string;
  readonly limits: Limits;
  /** the caller, who entrusts the service with acting for him whenever a file comes; absent: it does not */
  readonly delegation?: { keep(scheduleId: string): Promise<void> };
  /** decided on before; absent: a new one */
  readonly id?: string | undefined;
}

export interface CreateSchedulePorts extends CheckPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly schedules: Pick<Schedules, 'create' | 'remove'>;
  readonly scheduleIndex: Pick<ScheduleIndex, 'counts'>;
  readonly files: Pick<Files, 'putTemplate' | 'remove'>;
}

/** Makes a RUNNING schedule. InvalidError with everything that is wrong, before anything is stored. */
export const createSchedule = async (
  ports: CreateSchedulePorts,
  request: ScheduleRequest,
  caller: Caller,
): Promise<Schedule> => {
  const found = await scheduleFaults(ports, request);
  if (found.faults.length > 0) throw refusal(found);
  const schedule = accepted(ports, request, caller);
  try {
    await ports.files.putTemplate(schedule.id, schedule.id, request.template);
    await request.delegation?.keep(schedule.id);
    await ports.schedules.create(schedule, await filingFor(ports.scheduleIndex, schedule.fileExpression));
  } catch (error) {
    await takeBack(ports, schedule);
    throw error;
  }
  return schedule;
};

/** What failed may have taken effect. The record goes first: there is no schedule without its template. */
const takeBack = async ({ schedules, files }: CreateSchedulePorts, schedule: Schedule): Promise<void> => {
  await schedules.remove(schedule);
  await files.remove(schedule.id);
};

/** Where the expression is best filed at the moment. */
export const filingFor = async (index: Pick<ScheduleIndex, 'counts'>, fileExpression: string) =>
  filingOf(fileExpression, await index.counts(fragmentsOfExpression(fileExpression)));

const accepted = ({ clock, ids }: CreateSchedulePorts, request: ScheduleRequest, caller: Caller): Schedule => {
  const now = clock.now().toISOString();
  const { template: _, delegation: __, id = ids.next(), ...rest } = request;
  return {
    ...rest,
    id,
    createdAt: now,
    updatedAt: now,
    createdBy: { issuer: caller.issuer, subject: caller.subject },
    reader: {
      ...(caller.groups !== undefined && { groups: caller.groups }),
      isAdministrator: caller.isAdministrator,
    },
    status: 'RUNNING',
  };
};
