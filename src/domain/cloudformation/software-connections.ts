import type { Node, Requirement } from '../../tosca/topology.ts';
import { isHosting } from '../changes/kinds.ts';
import type { StackResources } from './blueprint/blueprint.ts';
import { logicalId } from './blueprint/blueprint.ts';
import { connectionsOf } from './connections.ts';
import { type ByName, hostOf, isSoftware } from './machines/software-hosts.ts';
import { connection, isConnection } from './networks/groups.ts';

/**
 * ConnectsTo between pieces of software on two machines: rules that let one machine reach the ports of the software on the
 * other, or a database of RDS, by the node that has the requirement.
 */
export const softwareConnections = (
  nodes: readonly Node[],
  byName: ByName,
): { readonly [node: string]: StackResources } =>
  Object.fromEntries(
    nodes
      .filter((node) => isSoftware(node, byName))
      .map((node) => [
        node.name,
        Object.assign({}, ...node.requirements.filter(isConnection).map((one) => rules(node, one, byName))),
      ]),
  );

const rules = (node: Node, requirement: Requirement, byName: ByName): StackResources => {
  const target = byName.get(requirement.node ?? '');
  const [from, to] = [hostOf(node, byName), target && hostOf(target, byName)];
  if (target === undefined || from === undefined) return {};
  // a database of RDS or a load balancer: it has a group of its own
  if (to === undefined)
    return connectionsOf({ ...node, requirements: [requirement, ...node.requirements.filter(isHosting)] }, byName);
  if (from.name === to.name) return {};
  const made = connection({ ...node, name: from.name }, { ...target, name: to.name });
  const own = `${logicalId(node.name)}For${logicalId(target.name)}`;
  return Object.fromEntries(Object.entries(made).map(([id, rule]) => [`${own}${id}`, rule]));
};
