/** EC2: machines. */

import { type Bag, bagsOf, type Json, textOf, textsOf } from '../protocol/json.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { newPublicIp, publicIpOf } from '../rows/machines.ts';
import { knownRow } from '../rows/rows.ts';
import { findImage } from '../world/images.ts';
import { liveThings, type Place, type Thing, thingsOf } from '../world/place.ts';
import { findSize } from '../world/sizes.ts';
import { type Action, type Actions, bags, type Call, page, text, texts } from './call.ts';

const instanceType = 'AWS::EC2::Instance';
const codes = { pending: 0, running: 16, 'shutting-down': 32, terminated: 48, stopping: 64, stopped: 80 } as const;
export type PowerState = keyof typeof codes;

/** What it goes through on its way: the state follows from the clock. */
const onTheWay = { running: 'pending', stopped: 'stopping', terminated: 'shutting-down' } as const;

export function powerState({ power }: Thing, now: number): PowerState {
  if (!power) return 'running';
  return now < power.settlesAt ? onTheWay[power.to] : power.to;
}

const stateShown = (state: PowerState): Tree => ({ code: codes[state], name: state });

const attribute = (thing: Thing, place: Place, name: string): string | undefined =>
  textOf(knownRow(thing.type).attributes[name]?.(thing, place)) || undefined;

const launchOf = ({ facts }: Thing): Bag => (facts['launch'] ?? {}) as Bag;

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

function instanceShown(thing: Thing, { place, now }: Call): Tree {
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

/** `*` and `?` stand for any characters, as in EC2's filters. */
const matches = (pattern: string, value: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  ).test(value);

export type Reader = (thing: Thing, call: Call) => readonly (string | undefined)[];

const tagReaders = (name: string): Reader | undefined => {
  if (name.startsWith('tag:')) return ({ tags }) => [tags[name.slice(4)]];
  return name === 'tag-key' ? ({ tags }) => Object.keys(tags) : undefined;
};

/** Throws InvalidParameterValue for a filter that is not known. */
export function filtered(
  call: Call,
  all: readonly Thing[],
  readers: { readonly [name: string]: Reader },
): readonly Thing[] {
  return bags(call, 'Filter').reduce((left: readonly Thing[], filter) => {
    const name = textOf(filter['Name']) ?? '';
    const read = readers[name] ?? tagReaders(name);
    if (!read) throw new AwsRefusal('InvalidParameterValue', `The filter '${name}' is invalid`);
    const wanted = textsOf(filter['Value']);
    return left.filter((thing) =>
      read(thing, call).some((value) => value !== undefined && wanted.some((one) => matches(one, value))),
    );
  }, all);
}

const readers: { readonly [name: string]: Reader } = {
  'instance-id': ({ id }) => [id],
  'instance-state-name': (thing, { now }) => [powerState(thing, now)],
  'instance-type': (thing) => [textOf(launchOf(thing)['InstanceType'])],
  'subnet-id': ({ facts }) => [textOf(facts['subnet'])],
  'vpc-id': ({ facts }) => [textOf(facts['vpc'])],
  'availability-zone': ({ facts }) => [textOf(facts['zone'])],
  'private-ip-address': ({ facts }) => [textOf(facts['privateIp'])],
  'ip-address': (thing, { place }) => [publicIpOf(thing, place)],
};

/** Throws InvalidInstanceID.NotFound, which names all that are missing. */
export function instancesOf(call: Call, ids: readonly string[]): readonly Thing[] {
  const all = thingsOf(call.place, instanceType);
  const malformed = ids.find((id) => !/^i-[0-9a-f]+$/.test(id));
  if (malformed) throw new AwsRefusal('InvalidInstanceID.Malformed', `Invalid id: "${malformed}"`);
  const lost = ids.filter((id) => !all.some((one) => one.id === id));
  if (lost.length === 1)
    throw new AwsRefusal('InvalidInstanceID.NotFound', `The instance ID '${lost[0]}' does not exist`);
  if (lost.length > 1)
    throw new AwsRefusal('InvalidInstanceID.NotFound', `The instance IDs '${lost.join(', ')}' do not exist`);
  return ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id));
}

const describeInstances = (call: Call): Tree => {
  const found = filtered(call, instancesOf(call, texts(call, 'InstanceId')), readers);
  const { items, next } = page(found, text(call, 'NextToken'), Number(text(call, 'MaxResults') ?? 1000));
  const reservations = items.map((thing) => ({
    reservationId: `r-${thing.id.slice(2)}`,
    ownerId: call.place.account,
    instancesSet: [instanceShown(thing, call)],
  }));
  return { reservationSet: reservations, nextToken: next };
};

const secondsToStop = 8;
const secondsToStart = 6;

/**
 * Nothing changes for an instance that is already on its way there. The address that came with a start goes with the stop: the next
 * start brings another.
 */
const turn = (to: 'running' | 'stopped', seconds: number, from: readonly PowerState[]): Action => ({
  accepts: ['InstanceId', 'Force'],
  changes: true,
  handle: (call) => {
    const { world, place, now } = call;
    const ids = texts(call, 'InstanceId');
    if (ids.length === 0) throw new AwsRefusal('MissingParameter', 'The request must contain the parameter InstanceId');
    const things = instancesOf(call, ids);
    const wrong = things.find((thing) => !from.includes(powerState(thing, now)));
    if (wrong) {
      const verb = to === 'running' ? 'started' : 'stopped';
      throw new AwsRefusal(
        'IncorrectInstanceState',
        `The instance '${wrong.id}' is not in a state from which it can be ${verb}.`,
      );
    }
    const changed = things.map((thing) => {
      const previous = powerState(thing, now);
      if (thing.power?.to !== to) {
        thing.power = { to, settlesAt: now + seconds * 1000 * world.pace };
        if (to === 'running' && thing.facts['publicIp'] !== undefined) thing.facts['publicIp'] = newPublicIp(place);
      }
      return {
        instanceId: thing.id,
        currentState: stateShown(powerState(thing, now)),
        previousState: stateShown(previous),
      };
    });
    return { instancesSet: changed };
  },
});

export const instanceActions: Actions = {
  DescribeInstances: { accepts: ['InstanceId', 'Filter', 'NextToken', 'MaxResults'], handle: describeInstances },
  StartInstances: turn('running', secondsToStart, ['stopped', 'running', 'pending']),
  StopInstances: turn('stopped', secondsToStop, ['running', 'stopping', 'stopped', 'pending']),
};
