import type { Node, Policy } from '../../../tosca/topology.ts';
import { isScaling, nodesMeant, notCarriedOut } from '../../scaling/scaling-policies.ts';
import { isRuntime } from '../containers/requested-container.ts';
import { isCompute } from '../machines/compute.ts';
import { containersOf } from './scaling.ts';

/** Why policies of scaling are not carried out, for the nodes that no service of ECS runs. */
export const unscaled = (policies: readonly Policy[], byName: ReadonlyMap<string, Node>): readonly string[] =>
  policies.filter(isScaling).flatMap((policy) => {
    const nodes = nodesMeant(policy, [...byName.values()]).flatMap((name) => byName.get(name) ?? []);
    const machines = nodes.filter(isCompute).map(({ name }) => name);
    const said = notCarriedOut(policy);
    if (nodes.length === 0) return [`${said}: the groups that it is about have no nodes`];
    if (machines.length > 0) return [`${said} for ${machines.join(', ')}: ${machinesStay}`];
    const isForContainers = containersOf(policy, byName).length > 0 || nodes.some(isRuntime);
    return isForContainers ? [] : [`${said}: only containers that no machine of the template hosts scale here`];
  });

const machinesStay =
  'each machine is a resource of its own, which an update adds or removes, so change default_instances of the capability scalable';
