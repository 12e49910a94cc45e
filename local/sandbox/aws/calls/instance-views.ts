/** Machines as EC2 shows them. */

import { type Bag, bagsOf, type Json, textOf, textsOf } from '../protocol/json.ts';
import type { Tree } from '../protocol/xml.ts';
import { publicIpOf } from '../rows/addressing.ts';
import { knownRow } from '../rows/rows.ts';
import { findImage } from '../world/images.ts';
import { liveThings, type Place, type Thing } from '../world/place.ts';
import { findSize } from '../world/sizes.ts';
import type { Call } from './call.ts';

const codes = { pending: 0, running: 16, 'shutting-down': 32, terminated: 48, stopping: 64, stopped: 80 } as const;
export type PowerState = keyof typeof codes;

/** What it goes through on its way: the state follows from the clock. */
const onTheWay = { running: 'pending', stopped: 'stopping', terminated: 'shutting-down' } as const;

export function powerState({ power }: Thing, now: number): PowerState {
  if (!power) return 'running';
  return now < power.settlesAt ? onTheWay[power.to] : power.to;
}

export const stateShown = (state: PowerState): Tree => ({ code: codes[state], name: state });

const attribute = (thing: Thing, place: Place, name: string): string | undefined =>
  textOf(knownRow(thing.type).attributes[name]?.(thing, place)) || undefined;

export const launchOf = ({ facts }: Thing): Bag => (facts['launch'] ?? {}) as Bag;

function disksOf(thing: Thing, place: Place): Tree {
  const attached = liveThings(place, 'AWS::EC2::VolumeAttachment').filter(
    ({ properties }) => properties['InstanceId'] === thing.id,
  );
  return attached.map(({ properties, createdAt }) => ({
    deviceName: textOf(properties['Device']),
    ebs: {
      volumeId: textOf(properties['VolumeId']),
      status: 'attached',
      attachTime: new Date(createdAt),
      deleteOnTermination: false,
    },
  }));
}

const groupsOf = (thing: Thing, place: Place): Tree => {
  const own = textsOf(launchOf(thing)['SecurityGroupIds']);
  const ids = own.length > 0 ? own : [defaultGroup(place, thing.facts['vpc'])];
  return ids.map((groupId) => ({ groupId, groupName: textOf(place.things[groupId ?? '']?.facts['name']) }));
};

const defaultGroup = (place: Place, vpc: Json): string | undefined =>
  textOf(place.things[textOf(vpc) ?? '']?.facts['group']);

function cardsOf(thing: Thing, place: Place): Tree {
  const publicIp = publicIpOf(thing, place);
  const association = publicIp && { publicIp, publicDnsName: attribute(thing, place, 'PublicDnsName') };
  const given = bagsOf(launchOf(thing)['NetworkInterfaces']);
  const cards: readonly Bag[] = given.length > 0 ? given : [{}];
  return cards.map((card, index) => {
    const own = place.things[textOf(card['NetworkInterfaceId']) ?? ''];
    return {
      networkInterfaceId: own?.id ?? `eni-${thing.id.slice(2)}${index}`,
      subnetId: textOf(own?.properties['SubnetId'] ?? card['SubnetId'] ?? thing.facts['subnet']),
      vpcId: textOf(thing.facts['vpc']),
      privateIpAddress: textOf(
        own?.facts['privateIp'] ?? (index === 0 ? thing.facts['privateIp'] : card['PrivateIpAddress']),
      ),
      status: 'in-use',
      attachment: { deviceIndex: Number(card['DeviceIndex'] ?? index), status: 'attached' },
      association: index === 0 ? association : undefined,
    };
  });
}

export function instanceShown(thing: Thing, { place, now }: Call): Tree {
  const launch = launchOf(thing);
  const state = powerState(thing, now);
  const isThere = state !== 'terminated';
  const image = findImage(place.region, launch['ImageId']);
  return {
    instanceId: thing.id,
    imageId: textOf(launch['ImageId']),
    instanceState: stateShown(state),
    privateDnsName: isThere ? attribute(thing, place, 'PrivateDnsName') : '',
    dnsName: attribute(thing, place, 'PublicDnsName') ?? '',
    instanceType: textOf(launch['InstanceType']) ?? 'm1.small',
    launchTime: new Date(thing.createdAt),
    placement: { availabilityZone: textOf(thing.facts['zone']), tenancy: 'default' },
    monitoring: { state: 'disabled' },
    subnetId: isThere ? textOf(thing.facts['subnet']) : undefined,
    vpcId: isThere ? textOf(thing.facts['vpc']) : undefined,
    privateIpAddress: isThere ? textOf(thing.facts['privateIp']) : undefined,
    ipAddress: isThere ? publicIpOf(thing, place) : undefined,
    architecture: image?.architecture ?? findSize(launch['InstanceType'])?.architecture,
    rootDeviceType: 'ebs',
    rootDeviceName: image?.rootDevice,
    blockDeviceMapping: isThere ? disksOf(thing, place) : [],
    networkInterfaceSet: isThere ? cardsOf(thing, place) : [],
    groupSet: isThere ? groupsOf(thing, place) : [],
    tagSet: tagsLower(thing.tags),
    keyName: textOf(launch['KeyName']),
  };
}

export const tagsLower = (tags: { readonly [key: string]: string }): Tree =>
  Object.entries(tags).map(([key, value]) => ({ key, value }));
