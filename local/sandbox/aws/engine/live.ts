/** A drift-aware change set: CloudFormation's user guide, "Using drift-aware change sets", and botocore's model. */

import { same } from '../protocol/json.ts';
import { knownRow } from '../rows/rows.ts';
import { isAlive, type Place } from '../world/place.ts';
import { recreationOf } from './compare.ts';
import { driftsOf, type MemberDrift } from './drift.ts';
import { planOf } from './plan.ts';
import type { PlannedChange } from './planned-change.ts';
import type { Design, Member, Stack } from './stack.ts';

/**
 * The resources as they are now, and not as the last deployment left them. What is gone has no thing. A property that only a new
 * thing can get is taken as it was deployed: such a drift is not set back.
 */
export const liveMembers = (place: Place, { members }: Pick<Stack, 'members'>): Stack['members'] =>
  Object.fromEntries(Object.entries(members).map(([id, member]) => [id, live(place, member)]));

function live(place: Place, member: Member): Member {
  const thing = place.things[member.thingId ?? ''];
  const { thingId: _, ...gone } = member;
  if (!thing || !isAlive(thing)) return gone;
  const drifted = Object.keys(member.properties).filter(
    (name) => !isFixed(member, name) && !same(member.properties[name], thing.properties[name]),
  );
  const now = Object.fromEntries(drifted.map((name) => [name, thing.properties[name]]));
  return { ...member, properties: { ...member.properties, ...now }, shown: { ...member.shown, ...now } };
}

const isFixed = ({ type }: Pick<Member, 'type'>, name: string): boolean =>
  recreationOf(knownRow(type), name) === 'Always';

/** What the change set would do: also what is undone of what somebody else has done. */
export function revertPlanOf(place: Place, stack: Stack, design: Design): readonly PlannedChange[] {
  const drifts = new Map(driftsOf(place, stack).map((one) => [one.member.logicalId, one]));
  const changes = planOf(place, { ...stack, members: liveMembers(place, stack) }, design).map(
    (change): PlannedChange => withDrift(change, drifts.get(change.logicalId)),
  );
  const planned = new Set(changes.map(({ logicalId }) => logicalId));
  const asTemplate = [...drifts.values()].filter(
    ({ member, differences }) =>
      !planned.has(member.logicalId) && differences.some(({ path }) => !isFixed(member, path.slice(1))),
  );
  return [...changes, ...asTemplate.map(synced)];
}

const withDrift = (change: PlannedChange, drift: MemberDrift | undefined): PlannedChange => ({
  ...change,
  drift: drift?.status ?? 'IN_SYNC',
  ...(drift && { previous: drift.member.shown }),
});

/** The template says by now what somebody else has made of it. */
const synced = ({ member, status }: MemberDrift): PlannedChange => ({
  logicalId: member.logicalId,
  type: member.type,
  ...(member.thingId !== undefined && { thingId: member.thingId }),
  action: 'SyncWithActual',
  details: [],
  drift: status,
});
