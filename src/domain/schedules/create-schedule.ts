import type { Caller } from '../callers.ts';
import type { Limits } from '../deployments/deployment.ts';
import type { Clock, Files, Ids } from '../deployments/ports.ts';
import { InvalidError } from '../errors.ts';
import { deployable } from '../tosca/deployable.ts';
import type { Problem } from '../tosca/problems.ts';
import type { Imports, Json } from '../tosca/topology.ts';
import { fileExpressionFault } from './file-expression.ts';
import { exampleFile, fillIn, placeholderFaults } from './file-parameters.ts';
import { filingOf, fragmentsOfExpression } from './fragments.ts';
import type { FileConfiguration, ScheduleIndex, Schedules } from './ports.ts';
import { describesElement, parseReplicationExpression } from './replication-expression.ts';
import type { Schedule } from './schedule.ts';

export interface ScheduleRequest {
  readonly template: string;
  readonly parameters: { readonly [name: string]: Json };
  readonly fileExpression: string;
  readonly replicationExpression: string;
  readonly numberOfReplicas: number;
  readonly callback?: string;
  readonly limits: Limits;
}

export interface CreateSchedulePorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly schedules: Pick<Schedules, 'create'>;
  readonly scheduleIndex: Pick<ScheduleIndex, 'counts'>;
  readonly files: Pick<Files, 'putTemplate' | 'remove'>;
  readonly imports: Imports;
  readonly fileConfiguration: Pick<FileConfiguration, 'elements'>;
}

/** Makes a RUNNING schedule. InvalidError with everything that is wrong, before anything is stored. */
export const createSchedule = async (
  ports: CreateSchedulePorts,
  request: ScheduleRequest,
  caller: Caller,
): Promise<Schedule> => {
  await check(ports, request);
  const schedule = accepted(ports, request, caller);
  await ports.files.putTemplate(schedule.id, schedule.id, request.template);
  try {
    await ports.schedules.create(schedule, await filingFor(ports.scheduleIndex, schedule.fileExpression));
  } catch (error) {
    await ports.files.remove(schedule.id);
    throw error;
  }
  return schedule;
};

/** Where the expression is best filed at the moment. */
export const filingFor = async (index: Pick<ScheduleIndex, 'counts'>, fileExpression: string) =>
  filingOf(fileExpression, await index.counts(fragmentsOfExpression(fileExpression)));

const check = async (ports: CreateSchedulePorts, request: ScheduleRequest): Promise<void> => {
  const faults = [
    ...fileFaults(request),
    ...replicationFaults(request, ports.fileConfiguration),
    ...placeholderFaults(request.parameters),
  ];
  const problems = await templateProblems(ports.imports, request);
  if (faults.length === 0 && problems.length === 0) return;
  const ofTemplate = problems.length > 0 ? ['the template cannot be deployed'] : [];
  throw new InvalidError(`the schedule is not as it should be: ${[...faults, ...ofTemplate].join('; ')}`, { problems });
};

const fileFaults = ({ fileExpression }: ScheduleRequest): readonly string[] => {
  const fault = fileExpressionFault(fileExpression);
  return fault === undefined ? [] : [`fileExpression ${fault}`];
};

const replicationFaults = (
  { replicationExpression, numberOfReplicas }: ScheduleRequest,
  { elements }: Pick<FileConfiguration, 'elements'>,
): readonly string[] => {
  const parsed = parseReplicationExpression(replicationExpression);
  if (!parsed.ok)
    return [`replicationExpression is wrong at position ${parsed.fault.position}: ${parsed.fault.message}`];
  const described = elements.filter((element) => describesElement(parsed.expression, element)).length;
  if (described >= numberOfReplicas) return [];
  return [
    `numberOfReplicas is ${numberOfReplicas}, and replicationExpression describes ${described} of the \
${elements.length} storage elements that there are`,
  ];
};

/** Tried with a made-up file, since what the parameters say of one is not known yet. */
const templateProblems = async (imports: Imports, request: ScheduleRequest): Promise<readonly Problem[]> => {
  const inputs = fillIn(request.parameters, exampleFile);
  const { processed } = await deployable(request.template, { inputs, imports });
  return processed.ok ? [] : processed.problems;
};

const accepted = ({ clock, ids }: CreateSchedulePorts, request: ScheduleRequest, caller: Caller): Schedule => {
  const now = clock.now().toISOString();
  const { template: _, ...rest } = request;
  return {
    ...rest,
    id: ids.next(),
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
