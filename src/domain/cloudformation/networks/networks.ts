import type { Json, Node } from '../../../tosca/topology.ts';
import { capabilityValues, numberOf, textOf } from '../../deployers/capability-values.ts';
import type { StackOffer } from '../../providers/stack-offer.ts';
import { awsTypes } from '../../resources/aws-types.ts';
import { getAtt, logicalId, type Part, type StackResource } from '../blueprint/blueprint.ts';
import { addressRange } from './address-range.ts';
import type { Interface } from './interfaces.ts';
import { configuredSubnets } from './subnets.ts';

/** Where the machines of a node stand. */
export interface Place extends Part {
  readonly isPublic: boolean;
  /** absent: the default subnet of `zone` */
  readonly subnet?: Json;
  /** Availability Zone; a machine's volumes are made in the same one */
  readonly zone: Json;
  /** true: the zone has to be asked for, since no subnet decides it */
  readonly zoneIsOpen: boolean;
  readonly address?: string | undefined;
  /** true: an address that stays when the machine is stopped */
  readonly elastic: boolean;
  /** of a machine that stands in several subnets, in their order; empty: it has one interface, in `subnet` */
  readonly interfaces: readonly Interface[];
  /** names of the port nodes of a machine with one interface */
  readonly ports: readonly string[];
}

export const isNetwork = ({ types }: Pick<Node, 'types'>): boolean => awsTypes.network.is(types);
export const isPort = ({ types }: Pick<Node, 'types'>): boolean => awsTypes.port.is(types);

/** Whether a network becomes a subnet of the stack. */
export const hasOwnSubnet = (node: Node): boolean => isNetwork(node) && textOf(node.properties['cidr']) !== undefined;

/** A network with an address range of its own becomes a subnet; any other is one that the provider has. */
export const ownSubnet = (node: Node, offer: StackOffer): Part & { readonly resource?: StackResource } => {
  const { vpc } = offer;
  const cidr = textOf(node.properties['cidr']);
  if (cidr === undefined) return { reasons: [], warnings: [] };
  if (vpc === undefined) {
    const why = `asks for its own range of addresses ${cidr}, and the configuration of this provider names no VPC`;
    return { reasons: [why], warnings: [] };
  }
  if (!isSubnetRange(cidr)) {
    const why = `asks for the range of addresses ${cidr}, and a subnet of AWS has one of IPv4 from /16 to /28, such as 10.0.7.0/24`;
    return { reasons: [why], warnings: [] };
  }
  const resource = {
    Type: 'AWS::EC2::Subnet',
    Properties: {
      VpcId: vpc,
      CidrBlock: cidr,
      AvailabilityZone: zoneOf(offer),
      MapPublicIpOnLaunch: leadsOutside(node),
    },
    Metadata: { toscanini: { node: node.name } },
  };
  return { reasons: [], warnings: [], resource };
};

const isSubnetRange = (cidr: string): boolean => {
  const range = addressRange(cidr);
  const bits = Number(cidr.split('/')[1]);
  return range !== undefined && 'CidrIp' in range && bits >= 16 && bits <= 28;
};

const leadsOutside = ({ properties }: Node): boolean =>
  textOf(properties['network_type'])?.toLowerCase() === 'public' ||
  textOf(properties['network_name'])?.toLowerCase() === 'public';

interface Surroundings {
  readonly byName: ReadonlyMap<string, Node>;
  /** those that are bound to the node */
  readonly ports: readonly Node[];
  readonly offer: StackOffer;
  /** true: an output asks for the public address of its machines */
  readonly needsAddress: boolean;
}

const firstZone: Json = { 'Fn::Select': [0, { 'Fn::GetAZs': '' }] };

/** All subnets that templates make are in one zone, since the interfaces of a machine have to be. */
const zoneOf = (offer: Pick<StackOffer, 'subnets'>): Json =>
  [...configuredSubnets(offer, true), ...configuredSubnets(offer, false)][0]?.zone ?? firstZone;

/** A port, and the network that it leads to. */
interface Link {
  readonly port: Node;
  readonly network: Node | undefined;
}

const isOwn = ({ network }: Link): boolean => textOf(network?.properties['cidr']) !== undefined;

/**
 * Where the machines of a node stand: one interface for each subnet. Networks without a range of addresses of their own are
 * the provider's subnet, so ports to several of them share an interface, which has a public address where one of them is public.
 */
export const placeOf = (node: Node, { byName, ports, offer, needsAddress }: Surroundings): Place => {
  const links = ports
    .toSorted((a, b) => (numberOf(a.properties['order']) ?? 0) - (numberOf(b.properties['order']) ?? 0))
    .map((port): Link => ({ port, network: byName.get(targetOf(port, 'link') ?? '') }));
  const bySubnet = [...Map.groupBy(links, (link) => (isOwn(link) ? (link.network?.name ?? '') : '')).values()];
  const isPublic =
    needsAddress || asksToBePublic(node) || links.some(({ network }) => network !== undefined && leadsOutside(network));
  const interfaces = bySubnet.map((own) => interfaceOf(own, offer));
  const addresses = interfaces.flatMap(({ address }) => address ?? []);
  const reasons = [
    ...(addresses.length > 0 && node.count > 1
      ? [`asks for the address ${addresses[0]} for each of its ${node.count} machines`]
      : []),
    ...(bySubnet.length > 1 ? bySubnet.flatMap((own) => unreachable(own, offer)) : []),
  ];
  const [first = []] = bySubnet;
  const network = first.find(isOwn)?.network;
  const where = network === undefined ? configured(offer, isPublic) : made(network);
  return {
    ...{ reasons, warnings: bySubnet.flatMap(shared), isPublic, elastic: asksToFloat(node), ...where },
    ...(bySubnet.length > 1
      ? { zone: zoneOf(offer), zoneIsOpen: false, interfaces, ports: [] }
      : { address: addresses[0], interfaces: [], ports: links.map(({ port }) => port.name) }),
  };
};

const interfaceOf = (links: readonly Link[], offer: StackOffer): Interface => {
  const network = links.find(isOwn)?.network;
  const isPublic = links.some((link) => link.network !== undefined && leadsOutside(link.network));
  return {
    subnet: network === undefined ? (inZone(offer, isPublic)?.id ?? '') : { Ref: logicalId(network.name) },
    address: links.flatMap(({ port }) => textOf(port.properties['ip_address']) ?? [])[0],
    isPublic,
    ports: links.map(({ port }) => port.name),
  };
};

/** The provider's subnet that can stand beside those of the template. */
const inZone = (offer: StackOffer, isPublic: boolean) =>
  configuredSubnets(offer, isPublic).find(({ zone }) => zone === zoneOf(offer));

const unreachable = (links: readonly Link[], offer: StackOffer): readonly string[] => {
  const isPublic = links.some(({ network }) => network !== undefined && leadsOutside(network));
  if (links.some(isOwn) || inZone(offer, isPublic) !== undefined) return [];
  const names = namesOf(links).join(', ');
  return [
    `stands in ${names} and in networks of its own, and the configuration of this provider names no ${isPublic ? 'public' : 'private'} subnet in their zone (stack.subnets)`,
  ];
};

const namesOf = (links: readonly Link[]): readonly string[] => [
  ...new Set(links.flatMap(({ network }) => network?.name ?? [])),
];

const shared = (links: readonly Link[]): readonly string[] =>
  namesOf(links).length > 1
    ? [`gets one network interface for ${namesOf(links).join(' and ')}, which are the same subnet of the provider`]
    : [];

const made = (network: Node) => {
  const id = logicalId(network.name);
  return { subnet: { Ref: id }, zone: getAtt(id, 'AvailabilityZone'), zoneIsOpen: false };
};

const configured = ({ subnets }: Pick<StackOffer, 'subnets'>, isPublic: boolean) => {
  const [found] = configuredSubnets({ subnets }, isPublic);
  if (found === undefined) return { zone: firstZone, zoneIsOpen: true };
  return { subnet: found.id, zone: found.zone, zoneIsOpen: false };
};

/** The ports by which a machine stands in a network: by the name of its node, or by its name in the cloud. */
export const portsInto = (machine: Node, network: string, byName: ReadonlyMap<string, Node>): readonly Node[] =>
  [...byName.values()].filter((port) => {
    if (!isPort(port) || boundTo(port) !== machine.name) return false;
    const target = byName.get(targetOf(port, 'link') ?? '');
    return target?.name === network || textOf(target?.properties['network_name']) === network;
  });

const targetOf = ({ requirements }: Node, name: string): string | undefined =>
  requirements.find((requirement) => requirement.name === name)?.node;

/** The node of the machine that a port belongs to. */
export const boundTo = (port: Node): string | undefined => targetOf(port, 'binding');

const endpointsOf = (node: Node) =>
  Object.entries(node.capabilities).filter(([, { types }]) => types.includes('tosca.capabilities.Endpoint'));

const asksToBePublic = (node: Node): boolean =>
  endpointsOf(node).some(([name, { types }]) => {
    const values = capabilityValues(node, name);
    const isNamed = textOf(values['network_name'])?.toLowerCase() === 'public';
    return isNamed || values['private_ip'] === false || types.includes('tosca.capabilities.Endpoint.Public');
  });

const asksToFloat = (node: Node): boolean =>
  endpointsOf(node).some(([name]) => capabilityValues(node, name)['floating'] === true);
