import type { Topology } from '../../../tosca/topology.ts';
import { planUpdate } from '../../resources/plan-update.ts';
import type { Resource } from '../../resources/resource.ts';
import { putChanged, unbind, withoutReason } from '../../resources/states.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';

/**
 * Plans the resources of a creation that is repeated anew, perhaps with another template: those whose nodes are still there keep
 * their ids, and nothing is made of any of them yet. A repeat plans the same.
 */
export const planAnew = async (
  { clock, ids, resources }: Pick<LifecyclePorts, 'clock' | 'ids' | 'resources'>,
  { id: deploymentId, operation: { id: operationId } }: Deployment,
  { nodes }: Pick<Topology, 'nodes'>,
): Promise<void> => {
  const before = await resources.all(deploymentId);
  const now = clock.now();
  const make = { deploymentId, operationId, now: now.toISOString(), nextId: () => ids.next() };
  // a removal list names what an update of machines that stand removes: none does
  const wanted = nodes.map((node) => ({ ...node, removalList: [] }));
  const { kept, added, removed } = planUpdate({ nodes: wanted }, before, make);
  const anew = [...kept, ...added].map((resource) => ({ ...unmade(resource), madeBy: operationId }));
  await putChanged(resources, before, anew, now);
  if (removed.length > 0)
    await resources.remove(
      deploymentId,
      removed.map(({ id }) => id),
    );
};

const unmade = ({ action: _, neverReady: __, was: ___, ...resource }: Resource): Resource => ({
  ...withoutReason(unbind(resource)),
  state: 'INITIAL',
});
