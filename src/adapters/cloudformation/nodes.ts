import type { StackEvent } from '@aws-sdk/client-cloudformation';
import { type PartEvent, progressOf } from '../../domain/cloudformation/blueprint/node-progress.ts';
import { nodesByPart, partsIn } from '../../domain/cloudformation/blueprint/stack-parts.ts';
import type { NodeProgress } from '../../domain/deployers/machines.ts';
import { eventsOf, reasonOf } from './events.ts';
import { type Failure, failureOf, stuckOf } from './failures.ts';
import type { Session } from './sessions.ts';
import { templateOf } from './templates.ts';
import { type EarlyProblem, earlyProblems, isOfTemplate, saidEarly } from './validation.ts';

/** How far CloudFormation is with each node, from the events of its stack. */
export const nodesOf = async (session: Session, stackId: string): Promise<readonly NodeProgress[]> => {
  const [template, events] = await Promise.all([templateOf(session, stackId), eventsOf(session, stackId)]);
  return progressOf(partsIn(JSON.parse(template)), events.map(partEvent));
};

/** Why the last operation of a stack failed, with the node that failed. */
export const whyFailed = async (session: Session, stackId: string): Promise<Failure> => {
  const [template, events] = await Promise.all([templateOf(session, stackId), eventsOf(session, stackId)]);
  const nodes = nodesByPart(JSON.parse(template));
  const { early, ...failure } = failureOf(events, nodes);
  const problems = early ? await earlyProblems(session, { StackName: stackId }) : [];
  const found = problems.length === 0 ? failure : foundEarly(problems, nodes);
  return { ...found, stuck: stuckOf(events, nodes) };
};

const foundEarly = (problems: readonly EarlyProblem[], nodes: ReadonlyMap<string, string>): Failure => {
  const why = `CloudFormation refuses the template before it makes anything: ${saidEarly(problems, nodes)}`;
  return { why, ...(isOfTemplate(problems) && { blame: 'work' as const }) };
};

const partEvent = (event: StackEvent): PartEvent => {
  const { LogicalResourceId = '', PhysicalResourceId = '', ResourceStatus = '', Timestamp } = event;
  const reason = reasonOf(event);
  return {
    ...{ id: LogicalResourceId, physicalId: PhysicalResourceId, status: ResourceStatus },
    at: Timestamp?.toISOString() ?? '',
    ...(reason !== undefined && { reason }),
  };
};
