/** What EC2 looks at before it starts a machine. */

import { lacksSize } from '../../../../src/domain/cloudformation/offers/regions.ts';
import { type Bag, bagsOf, isBag, textOf, textsOf } from '../protocol/json.ts';
import { findImage } from '../world/images.ts';
import { findThing, liveThings, type Thing } from '../world/place.ts';
import { findSize } from '../world/sizes.ts';
import { ec2Failure, type Failure, type Order } from './row.ts';

/** The instance's own properties over those of its launch template. */
export function launchProperties({ place, properties }: Pick<Order, 'place' | 'properties'>): Bag {
  const named = properties['LaunchTemplate'];
  if (!isBag(named)) return properties;
  const template = liveThings(place, 'AWS::EC2::LaunchTemplate').find(
    ({ id, facts }) => id === named['LaunchTemplateId'] || facts['name'] === named['LaunchTemplateName'],
  );
  const data = template?.properties['LaunchTemplateData'];
  return isBag(data) ? { ...data, ...properties } : properties;
}

/** The subnet it will stand in: of its first network interface, its own, or the first default one. */
export function subnetOf(order: Pick<Order, 'place' | 'properties'>): Thing | undefined {
  const { place } = order;
  const properties = launchProperties(order);
  const [first] = bagsOf(properties['NetworkInterfaces']);
  const card = findThing(place, first?.['NetworkInterfaceId'], 'AWS::EC2::NetworkInterface');
  const wanted = card?.properties['SubnetId'] ?? first?.['SubnetId'] ?? properties['SubnetId'];
  if (wanted !== undefined) return findThing(place, wanted, 'AWS::EC2::Subnet');
  return liveThings(place, 'AWS::EC2::Subnet').find(
    ({ facts }) =>
      facts['default'] === true && [undefined, facts['zone']].includes(textOf(properties['AvailabilityZone'])),
  );
}

const imageExists = (order: Order): Failure | undefined => {
  const { ImageId: id } = launchProperties(order);
  if (id === undefined) return ec2Failure('The request must contain the parameter ImageId');
  return findImage(order.place.region, id)
    ? undefined
    : ec2Failure(`The image id '[${id}]' does not exist`, 'NotFound');
};

const sizeExists = (order: Order): Failure | undefined => {
  const { InstanceType: name = 'm1.small', ImageId: id } = launchProperties(order);
  const size = findSize(name);
  const { region } = order.place;
  // by AWS's own list: docs/aws-types.md, "Images and sizes"
  if (!size || lacksSize(region, String(name))) return ec2Failure(`Invalid value '${name}' for InstanceType.`);
  const image = findImage(region, id);
  if (image?.architecture === size.architecture) return undefined;
  return ec2Failure(
    `The architecture '${size.architecture}' of the specified instance type does not match the architecture ` +
      `'${image?.architecture}' of the specified AMI. Specify an instance type and an AMI that have matching architectures, and try again.`,
  );
};

const networkExists = (order: Order): Failure | undefined => {
  const properties = launchProperties(order);
  const subnet = subnetOf(order);
  if (!subnet) return ec2Failure(`The subnet ID '${properties['SubnetId']}' does not exist`, 'NotFound');
  const groups = textsOf(properties['SecurityGroupIds']);
  const lost = groups.find((id) => !findThing(order.place, id, 'AWS::EC2::SecurityGroup'));
  if (lost) return ec2Failure(`The security group '${lost}' does not exist`, 'NotFound');
  const strange = groups.find((id) => order.place.things[id]?.facts['vpc'] !== subnet.facts['vpc']);
  return strange === undefined
    ? undefined
    : ec2Failure(`Security group ${strange} and subnet ${subnet.id} belong to different networks.`);
};

const keyExists = (order: Order): Failure | undefined => {
  const { KeyName: name } = launchProperties(order);
  return name === undefined || findThing(order.place, name, 'AWS::EC2::KeyPair')
    ? undefined
    : ec2Failure(`The key pair '${name}' does not exist`, 'NotFound');
};

const userDataFits = (order: Order): Failure | undefined => {
  const bytes = Buffer.from(textOf(launchProperties(order)['UserData']) ?? '', 'base64').length;
  return bytes > 16384 ? ec2Failure('User data is limited to 16384 bytes') : undefined;
};

/** What EC2 really counts are vCPUs by family; the sandbox counts machines. */
const withinQuota = ({ place, thing }: Order): Failure | undefined =>
  thing || liveThings(place, 'AWS::EC2::Instance').length < place.quotas.instances
    ? undefined
    : ec2Failure(
        `You have requested more vCPU capacity than your current vCPU limit of ${place.quotas.instances * 2} allows for the instance ` +
          'bucket that the specified instance type belongs to. Please visit http://aws.amazon.com/contact-us/ec2-request ' +
          'to request an adjustment to this limit.',
        'ServiceLimitExceeded',
      );

export const withoutCapacity = (order: Order): Failure => {
  const size = textOf(launchProperties(order)['InstanceType']) ?? '';
  const zone = textOf(subnetOf(order)?.facts['zone']) ?? '';
  const others = order.place.zones.filter((one) => one !== zone).join(', ');
  return ec2Failure(
    `We currently do not have sufficient ${size} capacity in the Availability Zone you requested (${zone}). Our system ` +
      `will be working on provisioning additional capacity. You can currently get ${size} capacity by not specifying an ` +
      `Availability Zone in your request or choosing ${others}.`,
    'InsufficientInstanceCapacity',
    500,
  );
};

const hasCapacity = (order: Order): Failure | undefined =>
  order.place.exhausted.includes(textOf(launchProperties(order)['InstanceType']) ?? '')
    ? withoutCapacity(order)
    : undefined;

export const machineChecks = [
  imageExists,
  sizeExists,
  networkExists,
  keyExists,
  userDataFits,
  withinQuota,
  hasCapacity,
];
