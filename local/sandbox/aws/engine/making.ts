/** A resource is made or changed: it begins, the cloud takes it on, it is done. */

import { refusedByRole } from '../iam/resources.ts';
import { type Bag, isBag } from '../protocol/json.ts';
import type { Failure, Order } from '../rows/row.ts';
import { type KnownRow, knownRow } from '../rows/rows.ts';
import { evaluate } from '../templates/intrinsics.ts';
import { needsOfResource } from '../templates/references.ts';
import { failureOf } from '../world/faults.ts';
import type { Place, Thing } from '../world/place.ts';
import { changesOf, refusedProperties } from './compare.ts';
import { memberEvent, reasonOf } from './events.ts';
import type { PropertyChange } from './planned-change.ts';
import { presentScope } from './scope.ts';
import { canonicalMetadata, discard, durationOf, handlerDelay, memberOf, orderOf, type Site } from './site.ts';
import type { Member, Stack, Task } from './stack.ts';

const failing = ['no-capacity', 'quota', 'deny', 'fail', 'no-service-role'] as const;

/** `Ref` and `Fn::GetAtt` of what stands now. Throws when a function cannot be worked out. */
function propertiesNow(place: Place, stack: Stack, logicalId: string, masked = false): Bag {
  const scope = presentScope(place, stack, masked);
  const value = evaluate(stack.design.template.Resources[logicalId]?.Properties ?? {}, scope);
  return isBag(value) ? value : {};
}

/** The resource as the present template wants it. */
function wantedMember({ place, stack }: Site, logicalId: string, now: number): Member {
  const { template, tags } = stack.design;
  const definition = template.Resources[logicalId];
  if (!definition) throw new Error(`the template of ${stack.name} has no ${logicalId}`);
  const {
    Type: type,
    DeletionPolicy: policy = 'Delete',
    UpdateReplacePolicy: replacePolicy,
    Metadata: metadata,
  } = definition;
  return {
    logicalId,
    type,
    status: 'CREATE_IN_PROGRESS',
    at: now,
    properties: propertiesNow(place, stack, logicalId),
    shown: propertiesNow(place, stack, logicalId, true),
    metadata: canonicalMetadata(metadata),
    tags,
    needs: needsOfResource(template, definition).filter((need) => need in stack.members),
    retain: policy.startsWith('Retain'),
    retainUndone: policy === 'Retain',
    retainReplaced: replacePolicy === 'Retain',
  };
}

export function beginMaking(site: Site, task: Task, now: number): string | undefined {
  const { logicalId } = task;
  const known = site.stack.members[logicalId];
  const before = known?.thingId === undefined ? undefined : known;
  task.doing = before ? 'update' : 'create';
  const next = wantedMember(site, logicalId, now);
  const row = knownRow(next.type);
  if (before && !isTouched(row, before, next)) {
    const { needs, retain, retainUndone, retainReplaced } = next;
    site.stack.members[logicalId] = { ...before, needs, retain, retainUndone, retainReplaced };
    delete task.doing;
    task.stage = 'done';
    return undefined;
  }
  return beginChange(site, task, now, before, next);
}

function beginChange(
  site: Site,
  task: Task,
  now: number,
  before: Member | undefined,
  next: Member,
): string | undefined {
  const { place, stack } = site;
  const row = knownRow(next.type);
  const changes = before ? changesOf(row, before.properties, next.properties) : [];
  const replaced = changes.some(({ recreation }) => recreation === 'Always');
  if (before?.thingId !== undefined) next.thingId = before.thingId;
  if (replaced) task.doing = 'replace';
  stack.members[next.logicalId] = next;
  memberEvent(place, stack, now, next, `${before ? 'UPDATE' : 'CREATE'}_IN_PROGRESS`, replaced ? replacing : undefined);
  const mistake = refusedProperties(row, next.logicalId, Object.keys(next.properties)) ?? unchangeable(row, changes);
  if (mistake) return mistake;
  task.takes = durationOf(site, row.seconds, orderOf(site, next, now), next.type);
  task.stage = 'begun';
  task.at = now + Math.round(task.takes * handlerDelay);
  return undefined;
}

const replacing = 'Requested update requires the creation of a new physical resource; hence creating one.';

/** Stack tags reach only the types that have a property for them. */
const isTouched = (row: KnownRow, before: Member, after: Member): boolean =>
  changesOf(row, before.properties, after.properties).length > 0 ||
  before.metadata !== after.metadata ||
  (row.specification.properties.includes('Tags') && JSON.stringify(before.tags) !== JSON.stringify(after.tags));

function unchangeable(row: KnownRow, changes: readonly PropertyChange[]): string | undefined {
  const fixed = changes.find(({ name }) => row.unchangeable?.includes(name));
  return fixed && `Update to resource type ${row.type} is not supported: ${fixed.name} cannot be changed.`;
}

const refusedBy = (row: KnownRow, order: Order): Failure | undefined => {
  for (const check of row.checks ?? []) {
    const failure = check(order);
    if (failure) return failure;
  }
  return undefined;
};

/** The cloud looks at the request, and makes or changes the thing. */
export function accept(site: Site, task: Task): string | undefined {
  const { world, place, stack } = site;
  const member = memberOf(stack, task);
  const row = knownRow(member.type);
  const full = orderOf(site, member, task.at);
  const { thing: present, ...fresh } = full;
  const order = task.doing === 'update' ? full : fresh;
  const fault = world.faults.onResource(failing, order, member.type);
  const failure = fault
    ? failureOf(fault, order)
    : task.action === 'restore'
      ? undefined
      : (refusedByRole(site, { type: member.type, properties: member.properties, id: present?.id }) ??
        refusedBy(row, order));
  if (failure) return reasonOf(failure);
  if (task.doing === 'update' && present) {
    Object.assign(present, { properties: member.properties, tags: order.tags });
    row.change?.(present, order);
  } else if (task.action === 'make') {
    const thing = newThing(site, row, order, task);
    if (task.doing === 'replace' && present) discard(stack, { ...member, retain: member.retainReplaced }, present.id);
    member.thingId = thing.id;
    const status = task.doing === 'create' ? 'CREATE_IN_PROGRESS' : 'UPDATE_IN_PROGRESS';
    memberEvent(place, stack, task.at, member, status, 'Resource creation Initiated');
  }
  task.stage = 'initiated';
  task.at += task.takes - Math.round(task.takes * handlerDelay);
  return undefined;
}

function newThing({ place, stack }: Site, row: KnownRow, order: Order, task: Task): Thing {
  const id = row.identify(order);
  const thing: Thing = {
    id,
    type: row.type,
    properties: order.properties,
    tags: order.tags,
    facts: row.facts?.(order, id) ?? {},
    createdAt: task.at,
    stackId: stack.id,
    logicalId: order.logicalId,
    ...(row.type === 'AWS::EC2::Instance' && { power: { to: 'running', settlesAt: task.at + task.takes / 2 } }),
  };
  place.things[id] = thing;
  return thing;
}

export function complete({ place, stack }: Site, task: Task): undefined {
  task.stage = 'done';
  const status = task.doing === 'create' ? 'CREATE_COMPLETE' : 'UPDATE_COMPLETE';
  memberEvent(place, stack, task.at, memberOf(stack, task), status);
}
