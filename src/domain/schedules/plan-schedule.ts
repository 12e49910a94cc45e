import type { Caller } from '../../foundation/caller.ts';
import type { Clock, Ids } from '../../foundation/clock.ts';
import type { Problem } from '../../tosca/problems.ts';
import type { Topology } from '../../tosca/topology.ts';
import type { JudgingPorts } from '../deployments/accepting/judge-update.ts';
import { planResources } from '../resources/plan.ts';
import type { Resource } from '../resources/resource.ts';
import { readerOf, requesterOf } from './create-schedule.ts';
import { describesElement, parseReplicationExpression } from './replication-expression.ts';
import { type CheckPorts, refusal, scheduleFaults } from './schedule-faults.ts';
import type { ScheduleRequest } from './schedule-request.ts';
import type { StorageElement } from './storage-elements.ts';

/** What a schedule would do with each matching file. */
export interface PlannedSchedule {
  /** where a replica may be stored */
  readonly elements: readonly StorageElement[];
  /** resources of each deployment, with made-up ids; empty when they depend on the file's name */
  readonly resources: readonly Resource[];
  /** warnings about the template; none is an error */
  readonly warnings: readonly Problem[];
  /** what rules of the installation say, and where its jobs may write what it waits for */
  readonly notes: readonly string[];
}

/** Checks a schedule and makes nothing. InvalidError as in createSchedule. */
export const planSchedule = async (
  ports: CheckPorts & JudgingPorts & { readonly clock: Clock; readonly ids: Ids },
  request: ScheduleRequest,
  caller: Caller,
): Promise<PlannedSchedule> => {
  const found = await scheduleFaults(ports, { ...request, reader: readerOf(caller) });
  if (found.faults.length > 0) throw refusal(found);
  const { clock, ids, fileConfiguration } = ports;
  const now = clock.now().toISOString();
  const make = { deploymentId: ids.next(), operationId: ids.next(), now, nextId: () => ids.next() };
  const judged =
    found.topology && !ports.policies.isEmpty ? await judge(ports, found.topology, request, caller) : undefined;
  const parsed = parseReplicationExpression(request.replicationExpression);
  return {
    elements: parsed.ok ? fileConfiguration.elements.filter((one) => describesElement(parsed.expression, one)) : [],
    resources: found.topology ? planResources(found.topology, make) : [],
    warnings: found.problems,
    notes: [
      ...(judged?.refusal ? [`it would be refused: ${judged.refusal.message}`] : []),
      ...(judged?.warnings ?? []),
      ...found.notes,
    ],
  };
};

/** Loaded only where there are rules. */
const judge = async (ports: JudgingPorts, topology: Topology, request: ScheduleRequest, caller: Caller) => {
  const { judgeTopology } = await import('../deployments/accepting/require-allowed.ts');
  return judgeTopology(ports, topology, ...requesterOf(request, caller));
};
