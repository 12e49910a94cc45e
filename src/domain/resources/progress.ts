import type { NodeProgress } from '../deployers/machines.ts';
import type { NodeState, Resource } from './resource.ts';
import { isCompute, reasonKey, withoutReason } from './states.ts';

/**
 * Gives each resource the state that its node has reached. A machine that stands shows its own state (match.ts), so of a
 * machine only the time before counts. `nodes` without a state for a resource change nothing.
 */
export const withProgress = (resources: readonly Resource[], nodes: readonly NodeProgress[]): readonly Resource[] => {
  const ofNode = new Map(nodes.flatMap((one) => (one.resourceId === undefined ? [[one.node, one] as const] : [])));
  const ofMachine = new Map(nodes.flatMap((one) => (one.resourceId === undefined ? [] : [[one.resourceId, one]])));
  return resources.map((resource) => {
    const seen = isCompute(resource) ? ofMachine.get(resource.id) : ofNode.get(resource.toscaNodeName);
    if (seen === undefined || resource.state === 'DELETING') return resource;
    if (!isCompute(resource))
      return { ...shown(resource, seen), ...(seen.id !== undefined && { physicalId: seen.id }) };
    return resource.physicalId === undefined ? shown(resource, seen) : resource;
  });
};

const shown = (resource: Resource, { state, why }: NodeProgress): Resource => {
  const next = stateAfter(resource.state, state);
  if (next !== 'ERROR') return { ...withoutReason(resource), state: next };
  if (state !== 'failed' || why === undefined) return { ...resource, state: next };
  return { ...resource, state: next, metadata: { ...resource.metadata, [reasonKey]: why } };
};

/** What stands already is changed, not created. STARTED follows at the end of a creation. */
const stateAfter = (before: NodeState, now: NodeProgress['state']): NodeState => {
  const stands = before !== 'INITIAL' && before !== 'CREATING' && before !== 'CREATED';
  switch (now) {
    case 'creating':
      return stands && before !== 'ERROR' ? 'CONFIGURING' : 'CREATING';
    case 'changing':
      return 'CONFIGURING';
    case 'made':
      return stands ? 'STARTED' : 'CREATED';
    case 'failed':
      return 'ERROR';
    default:
      return before;
  }
};
