/** Machines, and what they are started from. */

import { bagsOf, textOf } from '../protocol/json.ts';
import { newKeyPair } from '../world/key-pairs.ts';
import { findThing } from '../world/place.ts';
import { dnsOf, newPrivateIp, newPublicIp, publicIpOf, wantsPublicIp } from './addressing.ts';
import { launchProperties, machineChecks, subnetOf } from './machine-checks.ts';
import { ec2Failure, type Failure, fact, named, newId, type Order, ownId, type Row } from './row.ts';

const keyNameIsFree = ({ place, properties, thing }: Order): Failure | undefined =>
  thing || !findThing(place, properties['KeyName'], 'AWS::EC2::KeyPair')
    ? undefined
    : ec2Failure('The keypair already exists', 'AlreadyExists');

export const machineRows: { readonly [type: string]: Row } = {
  'AWS::EC2::Instance': {
    seconds: 15,
    deleteSeconds: 20,
    identify: newId('i'),
    facts: (order) => {
      const subnet = subnetOf(order);
      const [first] = bagsOf(launchProperties(order)['NetworkInterfaces']);
      const card = findThing(order.place, first?.['NetworkInterfaceId'], 'AWS::EC2::NetworkInterface');
      const fixed = textOf(launchProperties(order)['PrivateIpAddress']);
      return {
        zone: subnet?.facts['zone'],
        subnet: subnet?.id,
        vpc: subnet?.facts['vpc'],
        privateIp: card?.facts['privateIp'] ?? fixed ?? newPrivateIp(order.place, subnet),
        ...(wantsPublicIp(order, subnet) && { publicIp: newPublicIp(order.place) }),
        launch: launchProperties(order),
      };
    },
    attributes: {
      InstanceId: ownId,
      AvailabilityZone: fact('zone'),
      PrivateIp: fact('privateIp'),
      PublicIp: (thing, place) => publicIpOf(thing, place) ?? '',
      PrivateDnsName: ({ facts }, { region }) =>
        `ip-${String(facts['privateIp']).replaceAll('.', '-')}.${region}.compute.internal`,
      PublicDnsName: (thing, place) => dnsOf(publicIpOf(thing, place), place.region),
      VpcId: fact('vpc'),
    },
    checks: machineChecks,
    change: ({ facts }, order) => {
      facts['launch'] = launchProperties(order);
    },
    // it shows for an hour as terminated
    remove: (thing, _place, now) => {
      thing.power = { to: 'terminated', settlesAt: now };
    },
    replaces: ['BlockDeviceMappings'],
  },
  'AWS::EC2::LaunchTemplate': {
    seconds: 2,
    identify: newId('lt'),
    facts: (order) => ({ name: named('LaunchTemplateName')(order) }),
    attributes: { LaunchTemplateId: ownId, LatestVersionNumber: () => '1', DefaultVersionNumber: () => '1' },
  },
  // a key that EC2 makes goes into Parameter Store; one that is imported has no private part here
  'AWS::EC2::KeyPair': {
    seconds: 2,
    identify: named('KeyName'),
    facts: ({ properties }) => ({
      keyPairId: newId('key')(),
      ...(properties['PublicKeyMaterial'] === undefined && newKeyPair(properties['KeyType'] === 'ed25519')),
    }),
    attributes: { KeyPairId: fact('keyPairId'), KeyFingerprint: fact('fingerprint') },
    checks: [keyNameIsFree],
  },
  'AWS::EC2::PlacementGroup': { seconds: 2, identify: named('GroupName'), attributes: { GroupName: ownId } },
};
