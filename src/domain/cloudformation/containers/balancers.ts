import type { Json, Node } from '../../../tosca/topology.ts';
import { capabilityValues, textOf } from '../../deployers/capability-values.ts';
import { getAtt, logicalId, resourceHex, type StackResources } from '../blueprint/blueprint.ts';
import { type Member, refused, type Surroundings } from '../blueprint/member.ts';
import { addressOf, frontendOf, type Listener } from '../networks/frontends.ts';
import { groupOf, ingress } from '../networks/groups.ts';
import { spreadOver } from '../networks/subnets.ts';
import { type Attributes, attributesIn } from '../values/attributes.ts';
import { forEach } from '../values/later.ts';
import { isContainer } from './requested-container.ts';
import { type Application, behind, portsOf, routesOf } from './routing.ts';

/** A load balancer over the machines, or the one container service, that its `application` requirements name. */
export const balancerOf = (node: Node, { byName, offer }: Surroundings): Member => {
  const main = logicalId(node.name);
  const routes = routesOf(node, byName);
  const spread = spreadOver(offer, isPublic(node));
  if ('reasons' in routes) return refused(main, ...routes.reasons);
  if ('why' in spread) return refused(main, spread.why);
  const { applications: found, listeners } = routes;
  const choice = kindOf(node, listeners, spread.zones);
  if ('why' in choice) return refused(main, choice.why);
  const frontend = frontendOf({
    ...{ name: node.name, node: node.name, kind: choice.kind, listeners },
    ...{ isPublic: isPublic(node), hasAddress: hasAddress(node), spread, offer },
    targets: found.some((one) => isContainer(one.node))
      ? { is: 'addresses' }
      : { is: 'machines', at: (listener) => targetsAt(found, listener) },
    healthPath: textOf(node.properties['health_path']) ?? found.flatMap(({ path }) => path ?? [])[0] ?? '/',
    algorithm: choice.algorithm,
    certificate: textOf(node.properties['certificate']),
  });
  return {
    main,
    resources: { ...frontend, ...rulesFor(node, found, listeners) },
    parameters: spread.parameters,
    usesGroupOfAll: true,
    reasons: [],
    warnings: choice.warnings,
  };
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

const isPublic = (node: Node): boolean =>
  textOf(capabilityValues(node, 'client')['network_name'])?.toUpperCase() !== 'PRIVATE';
const hasAddress = (node: Node): boolean => capabilityValues(node, 'client')['floating'] === true;

/** Each machine, whatever their number will be. */
const targetsAt = (applications: readonly Application[], listener: Listener): Json =>
  behind(applications, listener).map(({ name, port }) =>
    forEach(name, { Id: { Ref: `${logicalId(name)}${resourceHex}` }, Port: port }),
  );

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
  const endpoint = capabilityValues(node, 'client');
  const [first] = portsOf(endpoint, 'source');
  const scheme = first?.protocol === 'https' ? 'https' : 'http';
  const url: Json = { 'Fn::Join': ['', [`${scheme}://`, name, first === undefined ? '' : `:${first.port}`, '/']] };
  return attributesIn({ 'client.ip_address': address, dns_name: name, public_address: address, url });
};

/** The ports that its capability names. */
export const portsOfBalancer = (node: Node): readonly number[] =>
  portsOf(capabilityValues(node, 'client'), 'source').map(({ port }) => port);
