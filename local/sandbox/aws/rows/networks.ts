/** Networks and security groups. */

import { coverage } from '../../../../src/domain/cloudformation/networks/address-range.ts';
import { type Bag, bagsOf, type Json, textOf, textsOf } from '../protocol/json.ts';
import { findThing, liveThings, type Place, type Thing } from '../world/place.ts';
import { ownNetworkOf } from './containers.ts';
import { ec2Failure, type Failure, fact, generatedName, newId, type Order, ownId, type Row } from './row.ts';

const dependent = (id: string, kind: string): Failure =>
  ec2Failure(`The ${kind} '${id}' has dependencies and cannot be deleted.`, 'GeneralServiceException');

const exists =
  (name: string, type: string, what: string) =>
  ({ place, properties }: Order): Failure | undefined =>
    properties[name] === undefined || findThing(place, properties[name], type)
      ? undefined
      : ec2Failure(`The ${what} '${properties[name]}' does not exist`, 'NotFound');

const vpcExists = exists('VpcId', 'AWS::EC2::VPC', 'vpc ID');

const defaultVpc = (place: Place): string | undefined =>
  liveThings(place, 'AWS::EC2::VPC').find(({ facts }) => facts['default'] === true)?.id;

const inVpc =
  (vpc: string) =>
  (thing: Thing): boolean =>
    thing.facts['vpc'] === vpc || thing.properties['VpcId'] === vpc;

const networkQuota = ({ place, thing }: Order): Failure | undefined =>
  thing || liveThings(place, 'AWS::EC2::VPC').length < place.quotas.networks
    ? undefined
    : ec2Failure('The maximum number of VPCs has been reached.', 'ServiceLimitExceeded');

/** Where each type of resource names its security groups. */
const groupsAt: { readonly [type: string]: (properties: Bag) => Json } = {
  'AWS::EC2::Instance': ({ SecurityGroupIds }) => SecurityGroupIds,
  'AWS::EC2::NetworkInterface': ({ GroupSet }) => GroupSet,
  'AWS::ElasticLoadBalancingV2::LoadBalancer': ({ SecurityGroups }) => SecurityGroups,
  'AWS::RDS::DBInstance': ({ VPCSecurityGroups }) => VPCSecurityGroups,
  'AWS::ECS::Service': (properties) => ownNetworkOf(properties)['SecurityGroups'],
};

const usersOf = (place: Place, group: string): readonly Thing[] =>
  Object.entries(groupsAt).flatMap(([type, groupsOf]) =>
    liveThings(place, type).filter(({ properties }) => textsOf(groupsOf(properties)).includes(group)),
  );

/** EC2 takes a rule of a group once. */
const isNew =
  (type: string) =>
  ({ place, properties, thing }: Order): Failure | undefined => {
    const same = (one: Thing): boolean => JSON.stringify(one.properties) === JSON.stringify(properties);
    return thing === undefined && liveThings(place, type).some(same)
      ? ec2Failure(`the specified rule of ${properties['GroupId']} already exists`, 'AlreadyExists')
      : undefined;
  };

/** EC2 compares the canonical forms of ranges. */
const canonical = ({ CidrIp, CidrIpv6 }: Bag): Bag => ({
  ...(typeof CidrIp === 'string' && { CidrIp: coverage({ CidrIp }) }),
  ...(typeof CidrIpv6 === 'string' && { CidrIpv6: coverage({ CidrIpv6 }) }),
});

const isRepeated = ({ properties }: Order): Failure | undefined => {
  const rules = properties['SecurityGroupIngress'];
  const all = bagsOf(rules).map((one) => JSON.stringify({ ...one, ...canonical(one) }));
  return new Set(all).size < all.length
    ? ec2Failure('The same permission must not appear multiple times', 'InvalidRequest')
    : undefined;
};

const ruleOf = (type: string): Row => ({
  seconds: 2,
  identify: newId('sgr'),
  attributes: { Id: ownId },
  checks: [exists('GroupId', 'AWS::EC2::SecurityGroup', 'security group'), isNew(type)],
});

const gatewayAttachment: Row = {
  seconds: 4,
  identify: newId('igwattach'),
  physicalId: ({ properties }) => `IGW|${properties['VpcId']}`,
  attributes: { AttachmentType: () => 'IGW' },
  checks: [vpcExists, exists('InternetGatewayId', 'AWS::EC2::InternetGateway', 'internetGateway ID')],
};

export const networkRows: { readonly [type: string]: Row } = {
  'AWS::EC2::SecurityGroup': {
    seconds: 6,
    identify: newId('sg'),
    facts: (order) => ({
      vpc: textOf(order.properties['VpcId']) ?? defaultVpc(order.place),
      name: textOf(order.properties['GroupName']) ?? generatedName(order),
    }),
    attributes: { GroupId: ownId, Id: ownId, VpcId: fact('vpc') },
    checks: [vpcExists, isRepeated],
    blocks: ({ id }, place) =>
      usersOf(place, id).length > 0
        ? ec2Failure(`resource ${id} has a dependent object`, 'GeneralServiceException')
        : undefined,
  },
  'AWS::EC2::SecurityGroupIngress': ruleOf('AWS::EC2::SecurityGroupIngress'),
  'AWS::EC2::SecurityGroupEgress': ruleOf('AWS::EC2::SecurityGroupEgress'),
  'AWS::EC2::VPC': {
    seconds: 12,
    identify: newId('vpc'),
    attributes: {
      VpcId: ownId,
      CidrBlock: ({ properties }) => properties['CidrBlock'],
      DefaultSecurityGroup: fact('group'),
    },
    facts: () => ({ group: newId('sg')() }),
    checks: [networkQuota],
    blocks: ({ id }, place) => {
      const held = ['AWS::EC2::Subnet', 'AWS::EC2::SecurityGroup', 'AWS::EC2::Instance'].some((type) =>
        liveThings(place, type).some(inVpc(id)),
      );
      return held ? dependent(id, 'vpc') : undefined;
    },
  },
  'AWS::EC2::Subnet': {
    seconds: 5,
    identify: newId('subnet'),
    facts: ({ place, properties }) => ({
      vpc: properties['VpcId'],
      zone: textOf(properties['AvailabilityZone']) ?? place.zones[0],
    }),
    attributes: {
      SubnetId: ownId,
      AvailabilityZone: fact('zone'),
      VpcId: fact('vpc'),
      CidrBlock: ({ properties }) => properties['CidrBlock'],
    },
    checks: [vpcExists],
    blocks: ({ id }, place) =>
      liveThings(place, 'AWS::EC2::Instance').some(({ facts }) => facts['subnet'] === id)
        ? dependent(id, 'subnet')
        : undefined,
  },
  'AWS::EC2::InternetGateway': {
    seconds: 15,
    identify: newId('igw'),
    attributes: { InternetGatewayId: ownId },
    blocks: ({ id }, place) =>
      liveThings(place, 'AWS::EC2::VPCGatewayAttachment').some(
        ({ properties }) => properties['InternetGatewayId'] === id,
      )
        ? dependent(id, 'internetGateway')
        : undefined,
  },
  'AWS::EC2::VPCGatewayAttachment': gatewayAttachment,
  'AWS::EC2::RouteTable': {
    seconds: 5,
    identify: newId('rtb'),
    attributes: { RouteTableId: ownId },
    checks: [vpcExists],
  },
  'AWS::EC2::Route': {
    seconds: 4,
    identify: newId('route'),
    physicalId: ({ properties }) => `${properties['RouteTableId']}|${properties['DestinationCidrBlock']}`,
    attributes: { CidrBlock: ({ properties }) => properties['DestinationCidrBlock'] },
    checks: [exists('GatewayId', 'AWS::EC2::InternetGateway', 'internetGateway ID')],
  },
  'AWS::EC2::SubnetRouteTableAssociation': {
    seconds: 3,
    identify: newId('rtbassoc'),
    attributes: { Id: ownId },
    checks: [exists('SubnetId', 'AWS::EC2::Subnet', 'subnet ID')],
  },
};
