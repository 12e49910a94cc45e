import type { Topology } from '../../tosca/topology.ts';
import type { Order } from '../deployers/planner.ts';
import type { CreationPreviewOf, Preview } from '../deployers/preview.ts';
import type { Candidate } from '../providers/ports.ts';
import { previewOrder } from '../providers/preview-order.ts';
import { planResources } from '../resources/plan.ts';
import { machinesWanted } from '../resources/states.ts';

/** What the whole topology becomes at a candidate, from its translation alone; undefined: its deployer cannot tell. */
export const previewsOf = (
  creationPreviewOf: CreationPreviewOf,
  topology: Topology,
): ((candidate: Candidate) => Promise<Preview | undefined>) => {
  const machines = machinesOf(topology);
  return async (candidate) => creationPreviewOf(candidate.id)?.(previewOrder('preview', candidate, machines));
};

/** What each node gets, for prices; the ids are made up. */
const machinesOf = (topology: Topology): Order['machines'] => {
  let last = 0;
  const nextId = (): string => `00000000-0000-7000-8000-${String(++last).padStart(12, '0')}`;
  return machinesWanted(planResources(topology, { deploymentId: '', operationId: '', now: '', nextId }));
};
