/** Drift detection, as the user guide of CloudFormation ("Detect unmanaged configuration changes") and botocore's model say it. */

import type { Bag, Json } from '../protocol/json.ts';
import { isAlive, type Place } from '../world/place.ts';
import { physicalIdOf } from './scope.ts';
import type { Member, Stack } from './stack.ts';

/** Statuses of a stack whose drift can be detected. */
export const detectable: readonly string[] = [
  'CREATE_COMPLETE',
  'UPDATE_COMPLETE',
  'UPDATE_ROLLBACK_COMPLETE',
  'UPDATE_ROLLBACK_FAILED',
];

export interface Difference {
  readonly path: string;
  readonly expected?: Json;
  readonly actual?: Json;
}

export interface MemberDrift {
  readonly member: Member;
  readonly physicalId: string;
  readonly status: 'IN_SYNC' | 'MODIFIED' | 'DELETED';
  readonly differences: readonly Difference[];
  readonly actual?: Bag;
}

/** Only properties that the template sets are compared; a machine that is stopped has not drifted. */
export function driftsOf(place: Place, { members }: Stack): readonly MemberDrift[] {
  return Object.values(members).map((member) => {
    const thing = place.things[member.thingId ?? ''];
    if (!thing || !isAlive(thing))
      return { member, physicalId: member.thingId ?? '', status: 'DELETED', differences: [] };
    const differences = Object.entries(member.properties).flatMap(([name, expected]): Difference[] =>
      JSON.stringify(expected) === JSON.stringify(thing.properties[name])
        ? []
        : [
            {
              path: `/${name}`,
              expected,
              ...(thing.properties[name] !== undefined && { actual: thing.properties[name] }),
            },
          ],
    );
    const status = differences.length === 0 ? 'IN_SYNC' : 'MODIFIED';
    return { member, physicalId: physicalIdOf(thing), status, differences, actual: thing.properties };
  });
}
