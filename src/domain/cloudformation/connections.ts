import type { Node } from '../../tosca/topology.ts';
import { hostOf } from '../changes/kinds.ts';
import type { StackResources } from './blueprint/blueprint.ts';
import { portsOfBalancer } from './containers/balancers.ts';
import { isContainer, isServerless, portsOf } from './containers/requested-container.ts';
import { isBalancer } from './containers/routing.ts';
import { isCompute } from './machines/compute.ts';
import { connection, isConnection } from './networks/groups.ts';
import { databasePort, isDatabase, isManaged } from './services/databases.ts';

type ByName = ReadonlyMap<string, Node>;

const hasGroup = (node: Node, byName: ByName): boolean =>
  isCompute(node) ||
  isBalancer(node) ||
  (isDatabase(node) && isManaged(node, byName)) ||
  (isContainer(node) && isServerless(node, byName));

/** The ports of what has no machines; none: those of its endpoints. */
const portsAt = (node: Node, byName: ByName): readonly number[] => {
  if (isBalancer(node)) return portsOfBalancer(node);
  if (isContainer(node)) return portsOf(node, byName).map(({ port }) => port);
  return isDatabase(node) ? databasePort(node, byName) : [];
};

/** The node whose security group stands for this one: itself, or the machine that hosts it. */
const groupedOf = (node: Node, byName: ByName): Node | undefined => {
  if (hasGroup(node, byName)) return node;
  const [host] = hostOf(node, byName);
  return host === undefined ? undefined : byName.get(host);
};

/** ConnectsTo: rules that let a node reach what it connects to. */
export const connectionsOf = (node: Node, byName: ByName): StackResources => {
  const source = groupedOf(node, byName);
  if (source === undefined) return {};
  const rules = node.requirements.filter(isConnection).map((requirement): StackResources => {
    const named = requirement.node === undefined ? undefined : byName.get(requirement.node);
    const target = named && groupedOf(named, byName);
    if (target === undefined || target.name === source.name) return {};
    return connection(source, target, portsAt(target, byName));
  });
  return Object.assign({}, ...rules);
};
