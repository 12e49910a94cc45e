/** Load balancers, their listeners and their targets. */

import { createHash } from 'node:crypto';
import { bagsOf, textOf, textsOf } from '../protocol/json.ts';
import { findThing, liveThings, type Place, type Thing } from '../world/place.ts';
import { balancingFailure, type Failure, generatedName, newId, type Order, ownId, type Row } from './row.ts';

const kindOf = ({ properties }: Pick<Order, 'properties'>): string =>
  properties['Type'] === 'network' ? 'net' : properties['Type'] === 'gateway' ? 'gwy' : 'app';

/** Load balancers and their parts are known by their ARN. */
const named =
  (prefix: (order: Order) => string) =>
  (order: Order): string => {
    const { account, region } = order.place;
    const id = `${generatedName(order).slice(0, 32)}/${newId('x')().slice(-16)}`;
    return `arn:aws:elasticloadbalancing:${region}:${account}:${prefix(order)}/${id}`;
  };

export const shortNumber = (id: string): string =>
  String(Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 7), 16));

/** What stands after the kind: `app/name/number`. */
const fullName = (id: string): string => id.slice(id.lastIndexOf(':') + 1).replace(/^loadbalancer\//, '');

const subnetsOf = ({ properties }: Pick<Order, 'properties'>): readonly string[] => [
  ...textsOf(properties['Subnets']),
  ...bagsOf(properties['SubnetMappings']).flatMap(({ SubnetId }) => textOf(SubnetId) ?? []),
];

const subnetsFit = (order: Order): Failure | undefined => {
  const ids = subnetsOf(order);
  if (ids.length === 0) return balancingFailure('A load balancer cannot be created without at least one subnet');
  const found = ids.map((id) => findThing(order.place, id, 'AWS::EC2::Subnet'));
  const lost = ids.find((_, index) => found[index] === undefined);
  if (lost !== undefined) return balancingFailure(`The subnet ID '${lost}' does not exist`, 'NotFound');
  const zones = found.map((one) => textOf(one?.facts['zone']));
  if (new Set(zones).size < zones.length)
    return balancingFailure('A load balancer cannot be attached to multiple subnets in the same Availability Zone');
  return kindOf(order) === 'app' && zones.length < 2
    ? balancingFailure('At least two subnets in two different Availability Zones must be specified')
    : undefined;
};

const groupsExist = ({ place, properties }: Order): Failure | undefined => {
  const lost = textsOf(properties['SecurityGroups']).find((id) => !findThing(place, id, 'AWS::EC2::SecurityGroup'));
  return lost === undefined ? undefined : balancingFailure(`The security group '${lost}' does not exist`, 'NotFound');
};

const addressesFit = (order: Order): Failure | undefined => {
  const ids = bagsOf(order.properties['SubnetMappings']).flatMap(({ AllocationId }) => textOf(AllocationId) ?? []);
  if (ids.length > 0 && kindOf(order) !== 'net')
    return balancingFailure('Elastic IP addresses are only supported for network load balancers');
  const lost = ids.find((id) => !findThing(order.place, id, 'AWS::EC2::EIP'));
  return lost === undefined ? undefined : balancingFailure(`The allocation ID '${lost}' does not exist`, 'NotFound');
};

const layers: { readonly [kind: string]: readonly string[] } = {
  app: ['HTTP', 'HTTPS'],
  net: ['TCP', 'UDP', 'TLS', 'TCP_UDP'],
};

/** The listener's protocol, its certificate, and its target group are those of its load balancer. */
const listenerFits = ({ place, properties }: Order): Failure | undefined => {
  const balancer = findThing(place, properties['LoadBalancerArn'], 'AWS::ElasticLoadBalancingV2::LoadBalancer');
  if (!balancer) return balancingFailure(`Load balancer '${properties['LoadBalancerArn']}' not found`, 'NotFound');
  const [protocol, kind] = [textOf(properties['Protocol']) ?? '', kindOf(balancer)];
  if (!layers[kind]?.includes(protocol))
    return balancingFailure(`Protocol '${protocol}' must be one of '${layers[kind]?.join(', ')}'`);
  if (['HTTPS', 'TLS'].includes(protocol) && bagsOf(properties['Certificates']).length === 0)
    return balancingFailure(`A certificate must be specified for ${protocol} listeners`);
  const groups = bagsOf(properties['DefaultActions']).flatMap(({ TargetGroupArn }) => textOf(TargetGroupArn) ?? []);
  const strange = groups
    .map((id) => findThing(place, id, 'AWS::ElasticLoadBalancingV2::TargetGroup'))
    .find((group) => !layers[kind]?.includes(textOf(group?.properties['Protocol']) ?? ''));
  return groups.length > 0 && strange !== undefined
    ? balancingFailure(`The target group '${strange.id}' has a protocol that this load balancer does not support`)
    : undefined;
};

const vpcOf = (place: Place, target: string): unknown => findThing(place, target, 'AWS::EC2::Instance')?.facts['vpc'];

const targetsFit = ({ place, properties }: Order): Failure | undefined => {
  if (properties['TargetType'] === 'ip') return undefined;
  const ids = bagsOf(properties['Targets']).flatMap(({ Id }) => textOf(Id) ?? []);
  const lost = ids.find((id) => vpcOf(place, id) !== properties['VpcId']);
  return lost === undefined
    ? undefined
    : balancingFailure(`The following targets are not in the target group VPC '${properties['VpcId']}': '${lost}'`);
};

/** Target groups that a listener forwards to cannot be deleted. */
const isForwardedTo = (place: Place, { id }: Thing): boolean =>
  liveThings(place, 'AWS::ElasticLoadBalancingV2::Listener').some(({ properties }) =>
    bagsOf(properties['DefaultActions']).some(({ TargetGroupArn }) => TargetGroupArn === id),
  );

export const balancingRows: { readonly [type: string]: Row } = {
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    seconds: 120,
    identify: named((order) => `loadbalancer/${kindOf(order)}`),
    attributes: {
      LoadBalancerArn: ownId,
      DNSName: (thing, { region }) =>
        kindOf(thing) === 'net'
          ? `${thing.id.split('/')[2]?.toLowerCase()}-${shortNumber(thing.id)}.elb.${region}.amazonaws.com`
          : `${thing.id.split('/')[2]?.toLowerCase()}-${shortNumber(thing.id)}.${region}.elb.amazonaws.com`,
      LoadBalancerFullName: ({ id }) => fullName(id),
      LoadBalancerName: ({ id }) => id.split('/')[2],
      CanonicalHostedZoneID: () => 'Z215JYRZR1TBD5',
    },
    checks: [subnetsFit, groupsExist, addressesFit],
  },
  'AWS::ElasticLoadBalancingV2::TargetGroup': {
    seconds: 10,
    identify: named(() => 'targetgroup'),
    attributes: {
      TargetGroupArn: ownId,
      TargetGroupFullName: ({ id }) => fullName(id),
      TargetGroupName: ({ id }) => id.split('/')[1],
    },
    checks: [targetsFit],
    blocks: (thing, place) =>
      isForwardedTo(place, thing)
        ? balancingFailure(`Target group '${thing.id}' is currently in use by a listener or a rule`, 'ResourceConflict')
        : undefined,
  },
  'AWS::ElasticLoadBalancingV2::Listener': {
    seconds: 4,
    identify: named(() => 'listener'),
    attributes: { ListenerArn: ownId },
    checks: [listenerFits],
  },
};
