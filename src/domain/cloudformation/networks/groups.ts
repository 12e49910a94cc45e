import type { Json, Node, Requirement } from '../../../tosca/topology.ts';
import { isOfKind } from '../../changes/kinds.ts';
import { capabilityValues, listOf, mapOf, numberOf, textOf } from '../../deployers/capability-values.ts';
import type { StackOffer } from '../../providers/stack-offer.ts';
import { getAtt, logicalId, type Part, type StackResource, type StackResources } from '../blueprint/blueprint.ts';
import { addressRange, coverage, everybody, type Source } from './address-range.ts';
import { merged } from './rules.ts';

/** The group of every machine of a deployment: ports that are not public are open to it. */
export const everyMachine = 'Machines';

export const groupOf = (node: string): string => `${logicalId(node)}Group`;

interface OpenPort {
  readonly protocol: string;
  readonly from: number;
  readonly to: number;
  /** absent: open to the deployment's own machines, or to everybody on a public machine */
  readonly source?: Source | undefined;
}

const inVpc = ({ vpc }: StackOffer) => (vpc === undefined ? {} : { VpcId: vpc });

export const groupOfAll = (offer: StackOffer): StackResource => ({
  Type: 'AWS::EC2::SecurityGroup',
  Properties: { GroupDescription: 'All machines of the deployment', ...inVpc(offer) },
});

/** The group of one node's machines, with the ports of its endpoints. */
export const groupFor = (
  node: Node,
  offer: StackOffer,
  { isPublic, hasLogin = false }: { readonly isPublic: boolean; readonly hasLogin?: boolean },
): Part & { readonly resources: StackResources } => {
  const ports = Object.entries(node.capabilities)
    .filter(([, { types }]) => types.includes('tosca.capabilities.Endpoint'))
    .map(([name]) => portsOf(name, capabilityValues(node, name)));
  const named = ports.flatMap((one) => ('why' in one ? [] : one));
  const opensLogin = hasLogin && !named.some(isLogin);
  const open = opensLogin ? [...named, login] : named;
  const sourced = open.map((one) => ({ ...one, source: one.source ?? (isPublic ? everybody : undefined) }));
  const ingress = merged(sourced, ({ source }) => source && coverage(source)).map(
    ({ protocol, from, to, source = { SourceSecurityGroupId: getAtt(everyMachine, 'GroupId') } }): Json => ({
      ...{ IpProtocol: protocol, FromPort: from, ToPort: to },
      ...source,
    }),
  );
  const group: StackResource = {
    Type: 'AWS::EC2::SecurityGroup',
    Properties: {
      GroupDescription: 'Ports of one node of the template',
      ...inVpc(offer),
      ...(ingress.length > 0 && { SecurityGroupIngress: ingress }),
    },
    Metadata: { toscanini: { node: node.name } },
  };
  return {
    resources: { [groupOf(node.name)]: group },
    reasons: ports.flatMap((one) => ('why' in one ? [one.why] : [])),
    warnings: opensLogin && isPublic ? [loginIsOpen] : [],
  };
};

/** A credential without a way to the machine is of no use. The Infrastructure Manager opens this port too. */
const login: OpenPort = { protocol: 'tcp', from: 22, to: 22 };

const isLogin = ({ protocol, from, to }: OpenPort): boolean => protocol === 'tcp' && from <= 22 && to >= 22;

const loginIsOpen =
  'opens its port 22 to everybody, since an output asks for its login: name the port, with remote_cidr, to open it to fewer';

const protocols: { readonly [name: string]: string } = {
  tcp: 'tcp',
  udp: 'udp',
  icmp: 'icmp',
  quic: 'udp',
  dtls: 'udp',
  ntp: 'udp',
  snmp: 'udp',
  tftp: 'udp',
};

/** Of layers 3 and 4: a rule for a port of TCP would open something else. */
const otherProtocols = ['sctp', 'gre', 'esp', 'ah', 'igmp', 'ospf', 'vrrp', 'icmpv6'];

/** An endpoint names any protocol of the layers 4 to 7, such as `ssh` or `mysql`: nearly all of them are carried by TCP. */
const protocolOf = (name: string): string | undefined =>
  protocols[name] ?? (otherProtocols.includes(name) || !/^[a-z][a-z0-9+.-]*$/.test(name) ? undefined : 'tcp');

const portsOf = (
  endpoint: string,
  values: ReturnType<typeof capabilityValues>,
): readonly OpenPort[] | { why: string } => {
  const single =
    values['port'] === undefined ? [] : [{ protocol: values['protocol'] ?? 'tcp', target: values['port'] }];
  const all = [...single, ...Object.values(mapOf(values['ports']))].map((port) => mapOf(port));
  const strange = all.map(({ remote_cidr: cidr }) => textOf(cidr)).find((cidr) => cidr && !addressRange(cidr));
  if (strange !== undefined) {
    return {
      why: `has a port of its endpoint ${endpoint} that is open to ${strange} (remote_cidr), which is no range of addresses such as 192.0.2.0/24 or 2001:db8::/32`,
    };
  }
  const found = all.map(portOf);
  if (found.includes(undefined)) {
    return {
      why: `has a port of its endpoint ${endpoint} that no security group can open: a number or a range of tcp, udp or icmp`,
    };
  }
  return found.filter((one) => one !== undefined);
};

/** Where it listens: `target` and its range come before `source`, which templates for other clouds use. */
const portOf = (port: { readonly [name: string]: Json }): OpenPort | undefined => {
  const protocol = protocolOf(textOf(port['protocol'])?.toLowerCase() ?? 'tcp');
  if (protocol === undefined) return undefined;
  const source = addressRange(textOf(port['remote_cidr']) ?? '');
  const isIcmp6 = protocol === 'icmp' && source !== undefined && 'CidrIpv6' in source;
  if (protocol === 'icmp') return { protocol: isIcmp6 ? 'icmpv6' : protocol, from: -1, to: -1, source };
  const range = listOf(port['target_range'] ?? port['source_range']).map(wholeOf);
  const single = wholeOf(port['target'] ?? port['source'] ?? null);
  const [from, to] = range.length === 2 ? range : [single, single];
  return isPort(from) && isPort(to) && from <= to ? { protocol, from, to, source } : undefined;
};

const wholeOf = (value: Json): number | undefined =>
  numberOf(value) ?? (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined);

const isPort = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= 65_535;

/** A rule of its own, since two groups may name each other. */
export const ingress = (
  group: string,
  { protocol, from, to }: Pick<OpenPort, 'protocol' | 'from' | 'to'>,
  source: Json,
): StackResource => ({
  Type: 'AWS::EC2::SecurityGroupIngress',
  Properties: {
    GroupId: getAtt(group, 'GroupId'),
    IpProtocol: protocol,
    FromPort: from,
    ToPort: to,
    SourceSecurityGroupId: source,
  },
});

/** ConnectsTo: the source reaches the ports of the target. Without a known port it reaches every port of TCP. */
export const connection = (source: Node, target: Node, known: readonly number[] = []): StackResources => {
  const capabilities = Object.entries(target.capabilities).filter(([, { types }]) =>
    types.includes('tosca.capabilities.Endpoint'),
  );
  const found = capabilities.flatMap(([name]) => {
    const ports = portsOf(name, capabilityValues(target, name));
    return 'why' in ports ? [] : ports;
  });
  const own = known.map((port) => ({ protocol: 'tcp', from: port, to: port }));
  const rules = [own, found, [{ protocol: 'tcp', from: 0, to: 65_535 }]].find(({ length }) => length > 0) ?? [];
  // a port may be open to several ranges of addresses
  const ports = merged(rules.map(({ protocol, from, to }) => ({ protocol, from, to })));
  return Object.fromEntries(
    ports.map((port, index) => [
      `${logicalId(source.name)}To${logicalId(target.name)}${index === 0 ? '' : index}`,
      ingress(groupOf(target.name), port, getAtt(groupOf(source.name), 'GroupId')),
    ]),
  );
};

/** RoutesTo derives from ConnectsTo: a load balancer makes its own rules. */
export const isConnection = (requirement: Requirement): boolean =>
  isOfKind(requirement, 'ConnectsTo') && !isOfKind(requirement, 'RoutesTo');
