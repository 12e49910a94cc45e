/** EC2: machines. */

import { textOf } from '../protocol/json.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { newPublicIp, publicIpOf } from '../rows/addressing.ts';
import { type Thing, thingsOf } from '../world/place.ts';
import { type Action, type Actions, type Call, page, text, texts } from './call.ts';
import { filtered, type Reader } from './filters.ts';
import { instanceShown, launchOf, type PowerState, powerState, stateShown } from './instance-views.ts';

const instanceType = 'AWS::EC2::Instance';
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
function instancesOf(call: Call, ids: readonly string[]): readonly Thing[] {
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
  accepts: to === 'stopped' ? ['InstanceId', 'Force'] : ['InstanceId'],
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

/** As somebody does by hand: the stack does not notice. */
const terminateInstances: Action = {
  accepts: ['InstanceId'],
  changes: true,
  handle: (call) => {
    const { now } = call;
    const things = instancesOf(call, texts(call, 'InstanceId'));
    const changed = things.map((thing) => {
      const previousState = stateShown(powerState(thing, now));
      if (thing.power?.to !== 'terminated') thing.power = { to: 'terminated', settlesAt: now };
      return { instanceId: thing.id, currentState: stateShown(powerState(thing, now)), previousState };
    });
    return { instancesSet: changed };
  },
};

export const instanceActions: Actions = {
  TerminateInstances: terminateInstances,
  DescribeInstances: { accepts: ['InstanceId', 'Filter', 'NextToken', 'MaxResults'], handle: describeInstances },
  StartInstances: turn('running', secondsToStart, ['stopped', 'running', 'pending']),
  StopInstances: turn('stopped', secondsToStop, ['running', 'stopping', 'stopped', 'pending']),
};
