/** The stack's own account of what happens to it. */

import { randomUUID } from 'node:crypto';
import type { Failure } from '../rows/row.ts';
import type { Place } from '../world/place.ts';
import { physicalIdOf } from './scope.ts';
import type { Discarded, Member, Stack } from './stack.ts';

const stackType = 'AWS::CloudFormation::Stack';

export function stackEvent(stack: Stack, at: number, status: string, reason?: string): void {
  stack.status = status;
  if (reason === undefined) delete stack.reason;
  else stack.reason = reason;
  stack.events.push({
    id: randomUUID(),
    at,
    logicalId: stack.name,
    physicalId: stack.id,
    type: stackType,
    status,
    ...(reason !== undefined && { reason }),
    ...(stack.operation?.token !== undefined && { token: stack.operation.token }),
  });
}

interface Happened {
  readonly logicalId: string;
  readonly type: string;
  readonly thingId?: string | undefined;
  readonly shown?: Member['shown'] | undefined;
}

export function resourceEvent(
  place: Place,
  stack: Stack,
  at: number,
  what: Happened,
  status: string,
  reason?: string,
): void {
  const thing = place.things[what.thingId ?? ''];
  stack.events.push({
    id: `${what.logicalId}-${status}-${new Date(at).toISOString()}-${stack.events.length}`,
    at,
    logicalId: what.logicalId,
    physicalId: thing ? physicalIdOf(thing) : (what.thingId ?? ''),
    type: what.type,
    status,
    ...(reason !== undefined && { reason }),
    ...(stack.operation?.token !== undefined && { token: stack.operation.token }),
    ...(what.shown && { properties: JSON.stringify(what.shown) }),
  });
}

/** A resource of the stack gets a new status. */
export function memberEvent(
  place: Place,
  stack: Stack,
  at: number,
  member: Member,
  status: string,
  reason?: string,
): void {
  member.status = status;
  member.at = at;
  if (reason === undefined) delete member.reason;
  else member.reason = reason;
  resourceEvent(place, stack, at, member, status, reason);
}

/** What the stack keeps when it forgets it. */
export function skip(place: Place, stack: Stack, one: Discarded, now: number): void {
  const member = stack.members[one.logicalId];
  if (member?.thingId === one.thingId && member) memberEvent(place, stack, now, member, 'DELETE_SKIPPED');
  else resourceEvent(place, stack, now, one, 'DELETE_SKIPPED');
}

export const reasonOf = ({ message, service, status, handlerCode }: Failure): string =>
  `Resource handler returned message: "${message} (Service: ${service}, Status Code: ${status}, Request ID: ${randomUUID()}) (SDK Attempt Count: 1)" ` +
  `(RequestToken: ${randomUUID()}, HandlerErrorCode: ${handlerCode})`;
