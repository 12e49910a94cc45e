import type { Json, Node, Requirement } from '../../tosca/topology.ts';
import { hostOf } from '../changes/kinds.ts';
import { asked, mapOf, numberOf, textOf } from './asked.ts';
import { getAtt, logicalId, resourceHex, type StackResources } from './blueprint.ts';
import { isCompute } from './compute.ts';
import { type Attributes, attributesIn } from './expressions.ts';
import { addressOf, frontendOf, type Listener } from './frontends.ts';
import { groupOf, ingress } from './groups.ts';
import { forEach } from './later.ts';
import { type Member, refused, type Surroundings } from './member.ts';
import { spreadOver } from './subnets.ts';

export const isBalancer = ({ types }: Pick<Node, 'types'>): boolean => types.includes('tosca.nodes.LoadBalancer');

export const isRoute = ({ name, relationship = '' }: Requirement): boolean =>
  name === 'application' || relationship.endsWith('RoutesTo');

/** A node whose machines or containers answer the requests. */
interface Application {
  /** the machine, or the container */
  readonly node: Node;
  readonly ports: readonly AskedPort[];
  readonly path?: string | undefined;
}

interface AskedPort {
  readonly port: number;
  readonly protocol: string;
}

/** A load balancer over the machines, or the one container service, that its `application` requirements name. */
export const balancerOf = (node: Node, { byName, offer }: Surroundings): Member => {
  const main = logicalId(node.name);
  const applications = node.requirements.filter(isRoute).map((requirement) => applicationOf(requirement, byName));
  const found = applications.flatMap((one) => ('why' in one ? [] : [one]));
  const wrong = applications.flatMap((one) => ('why' in one ? [one.why] : []));
  const spread = spreadOver(offer, isPublic(node));
  if (wrong.length > 0) return refused(main, ...wrong);
  if (found.length === 0) return refused(main, 'balances nothing: name the machines by its requirement application');
  if ('why' in spread) return refused(main, spread.why);
  const listeners = listenersOf(node, found);
  if ('why' in listeners) return refused(main, listeners.why);
  const choice = kindOf(node, listeners.all, spread.zones);
  if ('why' in choice) return refused(main, choice.why);
  const frontend = frontendOf({
    ...{ name: node.name, node: node.name, kind: choice.kind, listeners: listeners.all },
    ...{ isPublic: isPublic(node), hasAddress: hasAddress(node), spread, offer },
    targets: { is: 'machines', at: (listener) => targetsAt(found, listener) },
    healthPath: textOf(node.properties['health_path']) ?? found.flatMap(({ path }) => path ?? [])[0] ?? '/',
    algorithm: choice.algorithm,
    certificate: textOf(node.properties['certificate']),
  });
  return {
    main,
    resources: { ...frontend, ...rulesFor(node, found, listeners.all) },
    parameters: spread.parameters,
    usesGroupOfAll: true,
    reasons: [],
    warnings: choice.warnings,
  };
};

/** The machine may be the node itself, or the host of the software that the requirement names. */
const applicationOf = (
  { name, node: target, capability }: Requirement,
  byName: ReadonlyMap<string, Node>,
): Application | { readonly why: string } => {
  const node = target === undefined ? undefined : byName.get(target);
  if (node === undefined) return { why: `has a requirement ${name} on no node of the template` };
  const [host] = isCompute(node) ? [node.name] : hostOf(node, byName);
  const machine = host === undefined ? undefined : byName.get(host);
  if (machine === undefined) return { why: `balances ${node.name} (${node.type}), which has no machines` };
  const endpoints = endpointsOf(node, capability);
  return {
    node: machine,
    ports: endpoints.flatMap((one) => portsOf(asked(node, one), 'target')),
    path: endpoints.flatMap((one) => textOf(asked(node, one)['url_path']) ?? [])[0],
  };
};

/** The endpoint that the requirement names, else all that have a port. */
const endpointsOf = ({ capabilities }: Node, named: string | undefined): readonly string[] => {
  const all = Object.keys(capabilities).filter((one) =>
    capabilities[one]?.types.includes('tosca.capabilities.Endpoint'),
  );
  return named !== undefined && all.includes(named) ? [named] : all;
};

const portsOf = (values: { readonly [name: string]: Json }, side: 'source' | 'target'): readonly AskedPort[] => {
  const protocol = textOf(values['protocol'])?.toLowerCase() ?? 'tcp';
  // the endpoints of machines are secure by default, whatever listens there
  const secure = side === 'source' && values['secure'] === true && protocol !== 'tcp' ? 'https' : protocol;
  const single = numberOf(values['port']);
  const others = Object.values(mapOf(values['ports'])).flatMap((given): readonly AskedPort[] => {
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
  const own = portsOf(asked(node, 'client'), 'source');
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
const routed = ({ port, protocol }: AskedPort, behind: readonly AskedPort[]): Pick<Listener, 'protocol' | 'target'> => {
  const target = behind.find((one) => one.port === port) ?? behind[0] ?? { port, protocol };
  const spoken = protocol === 'tcp' ? target.protocol : protocol;
  return { target: target.port, protocol: spoken === 'http' || spoken === 'https' ? spoken : 'tcp' };
};

interface Choice {
  readonly kind: 'application' | 'network';
  readonly algorithm?: string;
  readonly warnings: readonly string[];
}

const algorithms: { readonly [name: string]: string | undefined } = {
  round_robin: undefined,
  least_outstanding_requests: 'least_outstanding_requests',
  least_connections: 'least_outstanding_requests',
};

/** Requests are balanced one by one where it can read them: http, or https with a certificate, in two zones. */
const kindOf = (node: Node, listeners: readonly Listener[], zones: number): Choice | { readonly why: string } => {
  const certificate = textOf(node.properties['certificate']);
  const algorithm = textOf(node.properties['algorithm'])?.toLowerCase().replaceAll(/[ -]/g, '_');
  if (algorithm !== undefined && !(algorithm in algorithms)) {
    return { why: `asks for the algorithm ${algorithm}, and there are ${Object.keys(algorithms).join(', ')}` };
  }
  const isReadable = ({ protocol }: Listener): boolean =>
    protocol === 'http' || (protocol === 'https' && certificate !== undefined);
  const reads = listeners.every(isReadable);
  if (reads && zones >= 2 && !hasAddress(node)) {
    const named = algorithm === undefined ? undefined : algorithms[algorithm];
    return { kind: 'application', ...(named !== undefined && { algorithm: named }), warnings: [] };
  }
  if (certificate !== undefined) {
    return { why: 'has a certificate, which only a load balancer of HTTP with subnets in two zones can use' };
  }
  if (algorithm !== undefined && algorithms[algorithm] !== undefined) {
    return {
      why: `asks for the algorithm ${algorithm}, which only a load balancer of HTTP with subnets in two zones has`,
    };
  }
  const passes = listeners.some(({ protocol }) => protocol === 'https');
  const warnings = passes ? ['passes on encrypted connections as they are: its machines need the certificate'] : [];
  return { kind: 'network', warnings };
};

const isPublic = (node: Node): boolean => textOf(asked(node, 'client')['network_name'])?.toUpperCase() !== 'PRIVATE';
const hasAddress = (node: Node): boolean => asked(node, 'client')['floating'] === true;

/** Each machine, whatever their number will be. */
const targetsAt = (applications: readonly Application[], listener: Listener): Json =>
  behind(applications, listener).map(({ name, port }) =>
    forEach(name, { Id: { Ref: `${logicalId(name)}${resourceHex}` }, Port: port }),
  );

interface Target {
  /** of the node with the machines */
  readonly name: string;
  readonly port: number;
}

/** Machines may listen at other ports than their neighbours. */
const behind = (applications: readonly Application[], { target }: Listener): readonly Target[] => {
  const all = applications.map(({ node: { name }, ports }) => {
    const port = ports.find((one) => one.port === target)?.port ?? ports[0]?.port ?? target;
    return [`${name} ${port}`, { name, port }] as const;
  });
  return [...new Map(all).values()];
};

/** The machines answer the load balancer. */
const rulesFor = (
  { name }: Node,
  applications: readonly Application[],
  listeners: readonly Listener[],
): StackResources => {
  const source = getAtt(groupOf(name), 'GroupId');
  const all = listeners.flatMap((listener) => behind(applications, listener));
  return Object.fromEntries(
    all.map(({ name: machine, port }) => [
      `${logicalId(name)}To${logicalId(machine)}${port}`,
      ingress(groupOf(machine), { protocol: 'tcp', from: port, to: port }, source),
    ]),
  );
};

/** A load balancer has no address that stays, unless the template asks for one: its name is the address. */
export const balancerAttributes = (node: Node): Attributes => {
  const id = logicalId(node.name);
  const name = getAtt(id, 'DNSName');
  const address = hasAddress(node) ? getAtt(addressOf(node.name), 'PublicIp') : name;
  const endpoint = asked(node, 'client');
  const [first] = portsOf(endpoint, 'source');
  const scheme = first?.protocol === 'https' ? 'https' : 'http';
  const url: Json = { 'Fn::Join': ['', [`${scheme}://`, name, first === undefined ? '' : `:${first.port}`, '/']] };
  return attributesIn({ 'client.ip_address': address, dns_name: name, public_address: address, url });
};

/** The ports that its capability names. */
export const portsOfBalancer = (node: Node): readonly number[] =>
  portsOf(asked(node, 'client'), 'source').map(({ port }) => port);
