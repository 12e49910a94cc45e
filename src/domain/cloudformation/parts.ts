import type { Json, Node, Topology } from '../../tosca/topology.ts';
import { isAttachment } from '../changes/kinds.ts';
import { isUnknown } from '../deployers/capability-values.ts';
import { type Closing, closingRequirements } from '../deployers/peers.ts';
import { loginCallsIn, requestedKeys } from '../deployers/requested-logins.ts';
import type { StackOffer } from '../providers/stack-offer.ts';
import type { Surroundings } from './blueprint/member.ts';
import { isRoute } from './containers/routing.ts';
import { isCompute, machineOf } from './machines/compute.ts';
import { isSoftware } from './machines/software-hosts.ts';
import { attributesOf, isMember, memberOf } from './members.ts';
import { groupFor } from './networks/groups.ts';
import { boundTo, isNetwork, isPort, ownSubnet, placeOf } from './networks/networks.ts';
import { planSoftware } from './operations/plan-software.ts';
import { outputsOf } from './outputs.ts';
import { withScaling } from './scaling/scaling.ts';
import { unmapped } from './unmapped.ts';
import { valueReader } from './values/expressions.ts';
import { later } from './values/later.ts';

export type StackTopology = Pick<Topology, 'nodes' | 'inputs' | 'outputs' | 'secrets' | 'policies'>;

export type ByName = ReadonlyMap<string, Node>;

/** What the nodes of a topology become at a provider, each by itself. */
export const partsOf = (topology: StackTopology, offer: StackOffer) => {
  const { nodes } = topology;
  const byName: ByName = new Map(nodes.map((node) => [node.name, node]));
  const sources = { byName, attributeOf: attributesOf(byName), publicNodes: new Set<string>() };
  // both name the nodes whose public address is asked for, before the machines are made
  const results = outputsOf(topology, sources.attributeOf, sources.publicNodes);
  const plan = planSoftware(topology, sources);
  const { unfit, known } = judged(nodes, byName);
  const read = valueReader(sources);
  const closing = closingRequirements(nodes);
  const around = { nodes, byName, offer, written: (value: Json) => (isUnknown(value) ? later(read(value)) : value) };
  const keys = requestedKeys(topology);
  const portsOf = Map.groupBy(nodes.filter(isPort), boundTo);
  const world = {
    ...around,
    ...sources,
    portsOf,
    hosts: plan.hosts,
    further: plan.software.further,
    closing,
    logins: requestedLogins(topology),
    keys,
  };
  const singles = known.filter((node) => isMember(node, byName)).map((node) => ({ node, ...memberOf(node, around) }));
  const members = withScaling(singles, topology.policies, byName);
  const machines = known.filter(isCompute).map((node) => machine(node, world));
  const networks = known.filter(isNetwork).map((node) => ({ node, ...ownSubnet(node, offer) }));
  return { byName, unfit, known, results, plan, keys, members, machines, networks, closing };
};

export type Parts = ReturnType<typeof partsOf>;

/** Why each node cannot be mapped, and the nodes that can be. */
const judged = (nodes: readonly Node[], byName: ByName) => {
  const unfit = new Map(nodes.flatMap((node) => (isSoftware(node, byName) ? [] : [[node, unmapped(node, byName)]])));
  return { unfit, known: nodes.filter((node) => unfit.get(node)?.length === 0) };
};

interface World extends Surroundings {
  /** by the machine's node that they are bound to */
  readonly portsOf: ReadonlyMap<string | undefined, readonly Node[]>;
  readonly publicNodes: ReadonlySet<string>;
  readonly closing: readonly Closing[];
  /** machines that run operations */
  readonly hosts: ReadonlySet<string>;
  /** machines that run operations only when somebody asks for it */
  readonly further?: readonly string[] | undefined;
  /** nodes whose credential the template asks for */
  readonly logins: ReadonlySet<string>;
  /** nodes whose private key the template asks for */
  readonly keys: ReadonlySet<string>;
}

const requestedLogins = ({ outputs, nodes }: StackTopology): ReadonlySet<string> => {
  const values = [outputs.map(({ value }) => value), nodes.map(({ properties }) => properties)];
  return new Set(loginCallsIn(values).map(({ node }) => node));
};

const machine = (node: Node, world: World) => {
  const { byName, portsOf, offer, publicNodes, hosts, further = [], closing, logins, keys } = world;
  const ports = portsOf.get(node.name) ?? [];
  const place = placeOf(node, { byName, ports, offer, needsAddress: publicNodes.has(node.name) });
  const made = machineOf(node, {
    ...{ byName, offer, place, after: requiredBefore(node, byName, closing) },
    runsOperations: hosts.has(node.name),
    mayRunOperations: further.includes(node.name),
    login: { isRequested: logins.has(node.name), hasKey: keys.has(node.name) },
  });
  const group = groupFor(node, offer, { isPublic: place.isPublic, hasLogin: keys.has(node.name) });
  return {
    ...made,
    node,
    group: group.resources,
    reasons: [...made.reasons, ...group.reasons],
    warnings: [...made.warnings, ...group.warnings],
  };
};

/**
 * Volumes are attached after the start, ports and networks are parts of the machine, and targets join when they are there.
 * Nobody waits for a peer that waits for it.
 */
export const requiredBefore = (node: Node, byName: ByName, closing: readonly Closing[]): readonly string[] => {
  const ends = new Set(closing.map(({ requirement }) => requirement));
  const names = node.requirements
    .filter((one) => !isAttachment(one) && !isRoute(one) && !ends.has(one))
    .flatMap(({ node: target }) => target ?? []);
  return [...new Set(names)].filter((name) => {
    const target = byName.get(name);
    return target !== undefined && name !== node.name && (isCompute(target) || isMember(target, byName));
  });
};
