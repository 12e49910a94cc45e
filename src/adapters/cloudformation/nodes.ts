import type { StackEvent } from '@aws-sdk/client-cloudformation';
import { type PartEvent, progressOf } from '../../domain/cloudformation/node-progress.ts';
import { partsIn } from '../../domain/cloudformation/stack-parts.ts';
import type { NodeProgress } from '../../domain/deployers/machines.ts';
import { withoutTokens } from '../../tosca/secrets/material.ts';
import { eventsOf } from './events.ts';
import type { Session } from './sessions.ts';
import { templateOf } from './stacks.ts';

/** How far CloudFormation is with each node, from the events of its stack. */
export const nodesOf = async (session: Session, stackId: string): Promise<readonly NodeProgress[]> => {
  const [template, events] = await Promise.all([templateOf(session, stackId), eventsOf(session, stackId)]);
  return progressOf(partsIn(JSON.parse(template)), events.map(partEvent));
};

const partEvent = (event: StackEvent): PartEvent => {
  const { LogicalResourceId = '', PhysicalResourceId = '', ResourceStatus = '', Timestamp } = event;
  return {
    ...{ id: LogicalResourceId, physicalId: PhysicalResourceId, status: ResourceStatus },
    at: Timestamp?.toISOString() ?? '',
    ...(event.ResourceStatusReason !== undefined && { reason: withoutTokens(event.ResourceStatusReason) }),
  };
};
