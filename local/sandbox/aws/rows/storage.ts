/** Disks and buckets. */

import { textOf } from '../protocol/json.ts';
import { findThing, liveThings, type Place, type Thing } from '../world/place.ts';
import { ec2Failure, type Failure, generatedName, newId, type Order, ownId, type Row, s3Failure } from './row.ts';

const attachmentsOf = (place: Place, volume: string): readonly Thing[] =>
  liveThings(place, 'AWS::EC2::VolumeAttachment').filter(({ properties }) => properties['VolumeId'] === volume);

const zoneExists = ({ place, properties }: Order): Failure | undefined => {
  const zone = textOf(properties['AvailabilityZone']) ?? '';
  return place.zones.includes(zone) ? undefined : ec2Failure(`The zone '${zone}' does not exist.`, 'InvalidRequest');
};

const hasSize = ({ properties, thing }: Order): Failure | undefined => {
  if (properties['Size'] === undefined && properties['SnapshotId'] === undefined)
    return ec2Failure('The request must contain the parameter size or snapshotId');
  const before = Number(thing?.properties['Size'] ?? 0);
  return Number(properties['Size']) < before ? ec2Failure('New size cannot be smaller than existing size') : undefined;
};

const attachable = ({ place, properties }: Order): Failure | undefined => {
  const volume = findThing(place, properties['VolumeId'], 'AWS::EC2::Volume');
  const instance = findThing(place, properties['InstanceId'], 'AWS::EC2::Instance');
  if (!volume) return ec2Failure(`The volume '${properties['VolumeId']}' does not exist.`, 'NotFound');
  if (!instance) return ec2Failure(`The instance ID '${properties['InstanceId']}' does not exist`, 'NotFound');
  if (volume.properties['AvailabilityZone'] !== instance.facts['zone'])
    return ec2Failure(`The volume '${volume.id}' is not in the same availability zone as instance '${instance.id}'`);
  const [held] = attachmentsOf(place, volume.id);
  if (held) return ec2Failure(`${volume.id} is already attached to an instance`);
  const device = textOf(properties['Device']);
  const taken = liveThings(place, 'AWS::EC2::VolumeAttachment').some(
    (one) => one.properties['InstanceId'] === instance.id && one.properties['Device'] === device,
  );
  return taken ? ec2Failure(`Attachment point ${device} is already in use`) : undefined;
};

const nameIsFree = ({ place, properties, thing }: Order): Failure | undefined => {
  const name = textOf(properties['BucketName']);
  if (thing || name === undefined || !place.things[name]) return undefined;
  return s3Failure(`${name} already exists`, 'AlreadyExists', 409);
};

export const storageRows: { readonly [type: string]: Row } = {
  'AWS::EC2::Volume': {
    seconds: 6,
    identify: newId('vol'),
    attributes: { VolumeId: ownId },
    checks: [zoneExists, hasSize],
    // a volume stays in its zone, and the specification does not say so
    unchangeable: ['AvailabilityZone'],
    blocks: ({ id }, place) => {
      const [held] = attachmentsOf(place, id);
      return held && ec2Failure(`Volume ${id} is currently attached to ${held.properties['InstanceId']}`);
    },
  },
  'AWS::EC2::VolumeAttachment': {
    seconds: 4,
    identify: newId('attach'),
    physicalId: ({ properties }) => `${properties['VolumeId']}|${properties['InstanceId']}`,
    attributes: {},
    checks: [attachable],
  },
  'AWS::S3::Bucket': {
    seconds: 10,
    identify: (order) => textOf(order.properties['BucketName']) ?? generatedName(order).toLowerCase(),
    facts: () => ({ objects: 0 }),
    attributes: {
      Arn: ({ id }) => `arn:aws:s3:::${id}`,
      DomainName: ({ id }) => `${id}.s3.amazonaws.com`,
      RegionalDomainName: ({ id }, { region }) => `${id}.s3.${region}.amazonaws.com`,
      DualStackDomainName: ({ id }, { region }) => `${id}.s3.dualstack.${region}.amazonaws.com`,
      WebsiteURL: ({ id }, { region }) => `http://${id}.s3-website.${region}.amazonaws.com`,
    },
    checks: [nameIsFree],
    blocks: ({ facts }) =>
      Number(facts['objects']) > 0
        ? s3Failure('The bucket you tried to delete is not empty', 'GeneralServiceException', 409)
        : undefined,
  },
};
