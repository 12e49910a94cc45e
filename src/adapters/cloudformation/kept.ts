import type { StackEvent } from '@aws-sdk/client-cloudformation';
import { nodeOf, resourcesIn } from '../../domain/cloudformation/blueprint/stack-parts.ts';
import type { KeptPart } from '../../domain/deployers/kept.ts';
import { NotFoundError } from '../../foundation/errors.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { eventsOf } from './events.ts';
import type { Session } from './sessions.ts';
import { partsOf } from './stack-id.ts';
import { templateOf } from './templates.ts';

/**
 * What CloudFormation has left of a stack that is deleted: its events say so for 90 days, by its id. It skips what is to be
 * retained, also in updates that left it out. Of a snapshot it tells no id.
 */
export const keptOf = async (session: Session, id: string): Promise<readonly KeptPart[]> => {
  try {
    const [events, template] = await Promise.all([eventsOf(session, id), templateOf(session, id)]);
    return keptBy(events, resourcesIn(parseExactly(template)), partsOf(id).region || session.region);
  } catch (error) {
    if (error instanceof NotFoundError) return []; // nothing was made, or it is too long ago
    throw error;
  }
};

const keptBy = (
  events: readonly StackEvent[],
  resources: ReturnType<typeof resourcesIn>,
  region: string,
): readonly KeptPart[] => {
  const kept = events.flatMap((event): KeptPart[] => {
    const { LogicalResourceId = '', PhysicalResourceId: id, ResourceType: type = '', ResourceStatus } = event;
    const resource = resources[LogicalResourceId];
    const leavesSnapshot = ResourceStatus === 'DELETE_COMPLETE' && resource?.DeletionPolicy === 'Snapshot';
    if (id === undefined || (ResourceStatus !== 'DELETE_SKIPPED' && !leavesSnapshot)) return [];
    const node = resource && nodeOf(resource);
    return [{ ...(node !== undefined && { node }), type, id, region, as: leavesSnapshot ? 'snapshot' : 'itself' }];
  });
  return [...new Map(kept.map((one) => [`${one.as} ${one.id}`, one])).values()];
};
