/** EC2: networks, disks and addresses. */

import { bagsOf, textOf } from '../protocol/json.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { liveThings, type Thing } from '../world/place.ts';
import { type Action, type Actions, type Call, page, text, texts } from './call.ts';
import { filtered, type Reader } from './filters.ts';
import { tagsLower } from './instance-views.ts';

/** Throws `<code>.NotFound` for ids that are not there. */
function found(
  call: Call,
  type: string,
  parameter: string,
  code: string,
  readers: { readonly [name: string]: Reader },
) {
  const all = liveThings(call.place, type);
  const ids = texts(call, parameter);
  const lost = ids.find((id) => !all.some((one) => one.id === id));
  if (lost !== undefined) throw new AwsRefusal(code, `The ID '${lost}' does not exist`);
  return filtered(call, ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id)), readers);
}

const describe = (
  type: string,
  parameter: string,
  code: string,
  set: string,
  readers: { readonly [name: string]: Reader },
  shown: (thing: Thing, call: Call) => Tree,
): Action => ({
  accepts: [parameter, 'Filter', 'NextToken', 'MaxResults'],
  handle: (call) => {
    const { items, next } = page(
      found(call, type, parameter, code, readers),
      text(call, 'NextToken'),
      Number(text(call, 'MaxResults') ?? 1000),
    );
    return { [set]: items.map((thing) => shown(thing, call)), nextToken: next };
  },
});

const isDefault: Reader = ({ facts }) => [String(facts['default'] === true)];
const vpcOf: Reader = ({ facts }) => [textOf(facts['vpc'])];

const describeVpcs = describe(
  'AWS::EC2::VPC',
  'VpcId',
  'InvalidVpcID.NotFound',
  'vpcSet',
  { 'vpc-id': ({ id }) => [id], 'is-default': isDefault, isDefault },
  ({ id, properties, facts, tags }, { place }) => ({
    vpcId: id,
    ownerId: place.account,
    state: 'available',
    cidrBlock: textOf(properties['CidrBlock']),
    isDefault: facts['default'] === true,
    tagSet: tagsLower(tags),
  }),
);

const describeSubnets = describe(
  'AWS::EC2::Subnet',
  'SubnetId',
  'InvalidSubnetID.NotFound',
  'subnetSet',
  {
    'subnet-id': ({ id }) => [id],
    'vpc-id': vpcOf,
    'availability-zone': ({ facts }) => [textOf(facts['zone'])],
    'default-for-az': isDefault,
    'map-public-ip-on-launch': ({ properties }) => [String(properties['MapPublicIpOnLaunch'] === true)],
  },
  ({ id, properties, facts, tags }, { place }) => ({
    subnetId: id,
    vpcId: textOf(facts['vpc']),
    ownerId: place.account,
    state: 'available',
    cidrBlock: textOf(properties['CidrBlock']),
    availabilityZone: textOf(facts['zone']),
    availableIpAddressCount: 4091,
    defaultForAz: facts['default'] === true,
    mapPublicIpOnLaunch: String(properties['MapPublicIpOnLaunch']) === 'true',
    tagSet: tagsLower(tags),
  }),
);

const rulesOf = (thing: Thing, name: string): Tree =>
  bagsOf(thing.properties[name]).map((rule) => ({
    ipProtocol: textOf(rule['IpProtocol']),
    fromPort: textOf(rule['FromPort']),
    toPort: textOf(rule['ToPort']),
    ipRanges: rule['CidrIp'] === undefined ? [] : [{ cidrIp: textOf(rule['CidrIp']) }],
  }));

const describeSecurityGroups = describe(
  'AWS::EC2::SecurityGroup',
  'GroupId',
  'InvalidGroup.NotFound',
  'securityGroupInfo',
  { 'group-id': ({ id }) => [id], 'vpc-id': vpcOf, 'group-name': ({ facts }) => [textOf(facts['name'])] },
  (thing, { place }) => ({
    groupId: thing.id,
    groupName: textOf(thing.facts['name']),
    groupDescription: textOf(thing.properties['GroupDescription']),
    vpcId: textOf(thing.facts['vpc']),
    ownerId: place.account,
    ipPermissions: rulesOf(thing, 'SecurityGroupIngress'),
    ipPermissionsEgress: rulesOf(thing, 'SecurityGroupEgress'),
    tagSet: tagsLower(thing.tags),
  }),
);

const describeVolumes = describe(
  'AWS::EC2::Volume',
  'VolumeId',
  'InvalidVolume.NotFound',
  'volumeSet',
  { 'volume-id': ({ id }) => [id], 'availability-zone': ({ properties }) => [textOf(properties['AvailabilityZone'])] },
  ({ id, properties, tags, createdAt }, { place }) => {
    const attached = liveThings(place, 'AWS::EC2::VolumeAttachment').filter((one) => one.properties['VolumeId'] === id);
    return {
      volumeId: id,
      size: textOf(properties['Size']),
      volumeType: textOf(properties['VolumeType']) ?? 'gp2',
      availabilityZone: textOf(properties['AvailabilityZone']),
      status: attached.length > 0 ? 'in-use' : 'available',
      createTime: new Date(createdAt),
      attachmentSet: attached.map((one) => ({
        volumeId: id,
        instanceId: textOf(one.properties['InstanceId']),
        device: textOf(one.properties['Device']),
        status: 'attached',
      })),
      tagSet: tagsLower(tags),
    };
  },
);

export const networkActions: Actions = {
  DescribeVpcs: describeVpcs,
  DescribeSubnets: describeSubnets,
  DescribeSecurityGroups: describeSecurityGroups,
  DescribeVolumes: describeVolumes,
  DescribeAvailabilityZones: {
    accepts: ['ZoneName'],
    handle: ({ place }) => ({
      availabilityZoneInfo: place.zones.map((zoneName) => ({
        zoneName,
        zoneState: 'available',
        regionName: place.region,
        zoneType: 'availability-zone',
      })),
    }),
  },
  DescribeAddresses: {
    accepts: ['AllocationId', 'Filter'],
    handle: (call) => ({
      addressesSet: found(call, 'AWS::EC2::EIP', 'AllocationId', 'InvalidAllocationID.NotFound', {}).map(
        ({ id, facts, tags }) => ({
          allocationId: id,
          publicIp: textOf(facts['ip']),
          instanceId: textOf(facts['instance']),
          domain: 'vpc',
          tagSet: tagsLower(tags),
        }),
      ),
    }),
  },
};
