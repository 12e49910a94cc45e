import type { Topology } from '../../../tosca/topology.ts';
import { planResources } from '../../resources/plan.ts';
import { elapsed } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'resources'>;

/** A creation that starts sooner has its resources written by its first attempt, long before they expire. */
const soonMins = 60;

/**
 * Planned resources expire a day after a creation was accepted, unless they are written again: a process may have died before it
 * was. If a creation starts late, since the service stood still or its file was replicated for hours, they are written
 * now. Those that have expired are planned again, and get other ids.
 */
export const keepPlanned = async (
  { clock, ids, resources }: Ports,
  { id: deploymentId, operation, templateOf: operationId }: Deployment,
  topologyOf: () => Promise<Pick<Topology, 'nodes'>>,
): Promise<void> => {
  const now = clock.now();
  if (!elapsed(operation.acceptedAt, now, { minutes: soonMins })) return;
  const known = await resources.all(deploymentId);
  // an attempt has written them
  if (known.some(({ state }) => state !== 'INITIAL')) return;
  const make = { deploymentId, operationId, now: now.toISOString(), nextId: () => ids.next() };
  await resources.put(known.length > 0 ? known : planResources(await topologyOf(), make));
};
