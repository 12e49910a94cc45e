import type { Json, Node, Requirement } from '../../../tosca/topology.ts';
import { hostOf, isOfKind } from '../../changes/kinds.ts';
import { capabilityValues, mapOf, numberOf, textOf } from '../../deployers/capability-values.ts';
import { awsTypes } from '../../resources/aws-types.ts';
import { isCompute } from '../machines/compute.ts';
import type { Listener } from '../networks/frontends.ts';
import { isContainer } from './requested-container.ts';

export const isBalancer = ({ types }: Pick<Node, 'types'>): boolean => awsTypes.balancer.is(types);

export const isRoute = (requirement: Requirement): boolean =>
  requirement.name === 'application' || isOfKind(requirement, 'RoutesTo');

/** A node whose machines or containers answer the requests. */
export interface Application {
  /** the machine, or the container */
  readonly node: Node;
  readonly ports: readonly RequestedPort[];
  readonly path?: string | undefined;
}

export interface RequestedPort {
  readonly port: number;
  readonly protocol: string;
}

/** Everything that a load balancer routes. */
export interface Routes {
  readonly applications: readonly Application[];
  readonly listeners: readonly Listener[];
}

/** Where a load balancer listens, and what is behind it; or why nobody can tell. */
export const routesOf = (
  node: Node,
  byName: ReadonlyMap<string, Node>,
): Routes | { readonly reasons: readonly string[] } => {
  const all = node.requirements.filter(isRoute).map((requirement) => applicationOf(requirement, byName));
  const reasons = all.flatMap((one) => ('why' in one ? [one.why] : []));
  const applications = all.flatMap((one) => ('why' in one ? [] : [one]));
  if (reasons.length > 0) return { reasons };
  if (all.length === 0) return { reasons: [nothingBehind] };
  const containers = applications.filter((one) => isContainer(one.node));
  if (containers.length > 0 && new Set(applications.map((one) => one.node.name)).size > 1) return { reasons: [mixed] };
  const listeners = listenersOf(node, applications);
  return 'why' in listeners ? { reasons: [listeners.why] } : { applications, listeners: listeners.all };
};

const nothingBehind = 'balances nothing: name the machines or the container by its requirement application';
const mixed = 'balances a container beside others: give each container a load balancer of its own';

/** The machine may be the node itself, or the host of the software that the requirement names. */
const applicationOf = (
  { name, node: target, capability }: Requirement,
  byName: ReadonlyMap<string, Node>,
): Application | { readonly why: string } => {
  const node = target === undefined ? undefined : byName.get(target);
  if (node === undefined) return { why: `has a requirement ${name} on no node of the template` };
  const [host] = isCompute(node) || isContainer(node) ? [node.name] : hostOf(node, byName);
  const machine = host === undefined ? undefined : byName.get(host);
  if (machine === undefined)
    return { why: `balances ${node.name} (${node.type}), which has no machines and no containers` };
  const endpoints = endpointsOf(node, capability);
  return {
    node: machine,
    ports: endpoints.flatMap((one) => portsOf(capabilityValues(node, one), 'target')),
    path: endpoints.flatMap((one) => textOf(capabilityValues(node, one)['url_path']) ?? [])[0],
  };
};

/** The endpoint that the requirement names, else all that have a port. */
const endpointsOf = ({ capabilities }: Node, named: string | undefined): readonly string[] => {
  const all = Object.keys(capabilities).filter((one) =>
    capabilities[one]?.types.includes('tosca.capabilities.Endpoint'),
  );
  return named !== undefined && all.includes(named) ? [named] : all;
};

export const portsOf = (
  values: { readonly [name: string]: Json },
  side: 'source' | 'target',
): readonly RequestedPort[] => {
  const protocol = textOf(values['protocol'])?.toLowerCase() ?? 'tcp';
  // the endpoints of machines are secure by default, whatever listens there
  const secure = side === 'source' && values['secure'] === true && protocol !== 'tcp' ? 'https' : protocol;
  const single = numberOf(values['port']);
  const others = Object.values(mapOf(values['ports'])).flatMap((given): readonly RequestedPort[] => {
    const one = mapOf(given);
    const other = side === 'source' ? 'target' : 'source';
    const port = numberOf(one[side]) ?? numberOf(one[other]);
    return port === undefined ? [] : [{ port, protocol: textOf(one['protocol'])?.toLowerCase() ?? 'tcp' }];
  });
  return [...(single === undefined ? [] : [{ port: single, protocol: secure }]), ...others];
};

/** Where nobody names a port, the load balancer listens where its applications do. */
const listenersOf = (
  node: Node,
  applications: readonly Application[],
): { readonly all: readonly Listener[] } | { readonly why: string } => {
  const behind = applications.flatMap(({ ports }) => ports);
  const own = portsOf(capabilityValues(node, 'client'), 'source');
  const wanted = own.length > 0 ? own : behind;
  const all = [...new Map(wanted.map((one) => [one.port, one])).values()];
  if (all.length === 0) {
    return { why: 'listens at no port: give its capability client a port, or the endpoint of what it balances' };
  }
  const strange = all.find(({ protocol }) => !['tcp', 'http', 'https'].includes(protocol));
  if (strange) return { why: `balances ${strange.protocol}, and only tcp, http and https are balanced here` };
  return { all: all.map((one) => ({ ...one, ...routed(one, behind), port: one.port })) };
};

/** The same port behind it, if there is one; else the first. */
const routed = (
  { port, protocol }: RequestedPort,
  behind: readonly RequestedPort[],
): Pick<Listener, 'protocol' | 'target'> => {
  const target = behind.find((one) => one.port === port) ?? behind[0] ?? { port, protocol };
  const spoken = protocol === 'tcp' ? target.protocol : protocol;
  return { target: target.port, protocol: spoken === 'http' || spoken === 'https' ? spoken : 'tcp' };
};

export interface Target {
  /** of the node with the machines */
  readonly name: string;
  readonly port: number;
}

/** Machines may listen at other ports than their neighbours. */
export const behind = (applications: readonly Application[], { target }: Listener): readonly Target[] => {
  const all = applications.map(({ node: { name }, ports }) => {
    const port = ports.find((one) => one.port === target)?.port ?? ports[0]?.port ?? target;
    return [`${name} ${port}`, { name, port }] as const;
  });
  return [...new Map(all).values()];
};
