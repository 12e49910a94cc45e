import type { Json, Node } from '../../tosca/topology.ts';
import { asked, numberOf, textOf } from '../deployers/asked.ts';
import type { StackOffer } from '../providers/stack-offer.ts';
import { getAtt, logicalId, type Part, type StackResource } from './blueprint.ts';
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
}

export const isNetwork = ({ types }: Pick<Node, 'types'>): boolean => types.includes('tosca.nodes.network.Network');
export const isPort = ({ types }: Pick<Node, 'types'>): boolean => types.includes('tosca.nodes.network.Port');

/** A network with an address range of its own becomes a subnet; any other is one that the provider has. */
export const ownSubnet = (node: Node, { vpc }: StackOffer): Part & { readonly resource?: StackResource } => {
  const cidr = textOf(node.properties['cidr']);
  if (cidr === undefined) return { reasons: [], warnings: [] };
  if (vpc === undefined) {
    const why = `asks for its own range of addresses ${cidr}, and the configuration of this provider names no VPC`;
    return { reasons: [why], warnings: [] };
  }
  const resource = {
    Type: 'AWS::EC2::Subnet',
    Properties: { VpcId: vpc, CidrBlock: cidr, MapPublicIpOnLaunch: leadsOutside(node) },
    Metadata: { toscanini: { node: node.name } },
  };
  return { reasons: [], warnings: [], resource };
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
  readonly addressAsked: boolean;
}

const firstZone: Json = { 'Fn::Select': [0, { 'Fn::GetAZs': '' }] };

/** One network interface for a machine, whatever the number of its ports: the public network decides. */
export const placeOf = (node: Node, { byName, ports: unsorted, offer, addressAsked }: Surroundings): Place => {
  const ports = unsorted.toSorted(
    (a, b) => (numberOf(a.properties['order']) ?? 0) - (numberOf(b.properties['order']) ?? 0),
  );
  const networks = ports.flatMap((port) => byName.get(targetOf(port, 'link') ?? '') ?? []);
  const own = networks.filter(({ properties }) => textOf(properties['cidr']) !== undefined);
  const isPublic = addressAsked || networks.some(leadsOutside) || asksToBePublic(node);
  const addresses = ports.flatMap(({ properties }) => textOf(properties['ip_address']) ?? []);
  const reasons = [
    ...(own.length > 1
      ? [`is bound to ${own.map(({ name }) => name).join(' and ')}, and a machine gets one network interface here`]
      : []),
    ...(addresses.length > 0 && node.count > 1
      ? [`asks for the address ${addresses[0]} for each of its ${node.count} machines`]
      : []),
  ];
  const warnings =
    networks.length > 1
      ? [`gets one network interface, and not one for each of ${networks.map(({ name }) => name).join(', ')}`]
      : [];
  const where = own[0] === undefined ? configured(offer, isPublic) : made(own[0]);
  return { reasons, warnings, isPublic, elastic: asksToFloat(node), address: addresses[0], ...where };
};

const made = (network: Node) => {
  const id = logicalId(network.name);
  return { subnet: { Ref: id }, zone: getAtt(id, 'AvailabilityZone'), zoneIsOpen: false };
};

const configured = ({ subnets }: Pick<StackOffer, 'subnets'>, isPublic: boolean) => {
  const [found] = configuredSubnets({ subnets }, isPublic);
  if (found === undefined) return { zone: firstZone, zoneIsOpen: true };
  return { subnet: found.id, zone: found.zone, zoneIsOpen: false };
};

const targetOf = ({ requirements }: Node, name: string): string | undefined =>
  requirements.find((requirement) => requirement.name === name)?.node;

/** The node of the machine that a port belongs to. */
export const boundTo = (port: Node): string | undefined => targetOf(port, 'binding');

const endpointsOf = (node: Node) =>
  Object.entries(node.capabilities).filter(([, { types }]) => types.includes('tosca.capabilities.Endpoint'));

const asksToBePublic = (node: Node): boolean =>
  endpointsOf(node).some(([name, { types }]) => {
    const values = asked(node, name);
    const isNamed = textOf(values['network_name'])?.toLowerCase() === 'public';
    return isNamed || values['private_ip'] === false || types.includes('tosca.capabilities.Endpoint.Public');
  });

const asksToFloat = (node: Node): boolean => endpointsOf(node).some(([name]) => asked(node, name)['floating'] === true);
