/** Elastic addresses and network cards. */

import { textOf } from '../protocol/json.ts';
import { findThing, liveThings } from '../world/place.ts';
import { newPrivateIp, newPublicIp } from './addressing.ts';
import { ec2Failure, type Failure, fact, newId, type Order, ownId, type Row } from './row.ts';

const withinQuota = ({ place, thing }: Order): Failure | undefined =>
  thing || liveThings(place, 'AWS::EC2::EIP').length < place.quotas.addresses
    ? undefined
    : ec2Failure('The maximum number of addresses has been reached.', 'ServiceLimitExceeded');

const instanceExists = ({ place, properties: { InstanceId: id } }: Order): Failure | undefined =>
  id === undefined || findThing(place, id, 'AWS::EC2::Instance')
    ? undefined
    : ec2Failure(`The instance ID '${id}' does not exist`, 'NotFound');

const addressExists = ({ place, properties: { AllocationId: id } }: Order): Failure | undefined =>
  findThing(place, id, 'AWS::EC2::EIP')
    ? undefined
    : ec2Failure(`The allocation ID '${id}' does not exist`, 'NotFound');

const subnetExists = ({ place, properties: { SubnetId: id } }: Order): Failure | undefined =>
  findThing(place, id, 'AWS::EC2::Subnet') ? undefined : ec2Failure(`The subnet ID '${id}' does not exist`, 'NotFound');

export const addressRows: { readonly [type: string]: Row } = {
  'AWS::EC2::EIP': {
    seconds: 5,
    identify: newId('eipalloc'),
    facts: ({ place, properties }) => ({ ip: newPublicIp(place), instance: properties['InstanceId'] }),
    physicalId: ({ facts }) => String(facts['ip']),
    attributes: { AllocationId: ownId, PublicIp: fact('ip') },
    checks: [withinQuota, instanceExists],
    change: ({ facts }, { properties }) => {
      facts['instance'] = properties['InstanceId'];
    },
  },
  'AWS::EC2::EIPAssociation': {
    seconds: 3,
    identify: newId('eipassoc'),
    facts: ({ place, properties }) => {
      const address = findThing(place, properties['AllocationId'], 'AWS::EC2::EIP');
      const card = findThing(place, properties['NetworkInterfaceId'], 'AWS::EC2::NetworkInterface');
      if (address) {
        address.facts['instance'] = properties['InstanceId'];
        address.facts['card'] = card?.id;
      }
      return {};
    },
    attributes: { Id: ownId },
    checks: [addressExists, instanceExists],
    remove: ({ id, properties }, place) => {
      const address = findThing(place, properties['AllocationId'], 'AWS::EC2::EIP');
      if (address) Object.assign(address.facts, { instance: undefined, card: undefined });
      delete place.things[id];
    },
  },
  'AWS::EC2::NetworkInterface': {
    seconds: 4,
    identify: newId('eni'),
    facts: ({ place, properties }) => {
      const subnet = findThing(place, properties['SubnetId'], 'AWS::EC2::Subnet');
      return {
        vpc: subnet?.facts['vpc'],
        zone: subnet?.facts['zone'],
        privateIp: textOf(properties['PrivateIpAddress']) ?? newPrivateIp(place, subnet),
      };
    },
    attributes: { Id: ownId, PrimaryPrivateIpAddress: fact('privateIp'), VpcId: fact('vpc') },
    checks: [subnetExists],
  },
};
