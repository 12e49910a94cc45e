import { createHash } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Timeline, TimelineEvent } from '../../domain/deployments/record/timeline.ts';
import { cutPage } from '../../foundation/cut-page.ts';
import type { Page, PageRequest } from '../../foundation/page.ts';
import { oneMoreThing } from './activity.ts';
import { fromItem } from './deployment-item.ts';
import { streamWrite } from './event-stream.ts';
import { conditions, holds } from './expressions.ts';
import { eventPrefix, recordKey, streamPrefix, timelineKey } from './keys.ts';
import { itemsUnder } from './query.ts';
import type { TablePorts } from './table.ts';
import { transact } from './write.ts';

/** Stores the events of the timelines, in the partition of each deployment. */
export const timeline = (ports: TablePorts): Timeline => ({
  add: async (deploymentId, event, known) => {
    const deployment = known ?? (await recordOf(ports, deploymentId));
    return deployment === undefined ? 'gone' : add(ports, deployment, event);
  },
  list: async (deploymentId, request, wanted = (all) => all) => {
    const events = (await listEvents(ports, deploymentId)).toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    return cutPage(wanted(events), placeOf, request);
  },
  listAfter: (deploymentId, request, name) => listAfter(ports, deploymentId, request, name),
});

/** A key has 1,024 bytes at most, the names of nodes may be longer, and a client names an event with 300 characters (`after`). */
const longestName = 300;

/** A long name ends with its digest, so that no two events become one. */
const storable = (name: string): string =>
  Buffer.byteLength(name) <= longestName
    ? name
    : `${[...name].slice(0, 60).join('')}-${createHash('sha256').update(name).digest('base64url')}`;

/**
 * Adds an event only while the deployment exists and is not leaving, so that no event outlives it: removal.ts. In the same transaction it comes into the
 * stream of all events.
 */
const add = async (ports: TablePorts, deployment: Deployment, reported: TimelineEvent): ReturnType<Timeline['add']> => {
  const { table: TableName } = ports;
  const { id: deploymentId } = deployment;
  const event = { ...reported, name: storable(reported.name) };
  const writtenAt = ports.clock.now().toISOString();
  const isThere = [holds('deployment.id', deploymentId), holds('deployment.leaving', undefined)];
  const isNew = conditions([holds('pk', undefined)]);
  const refusals = await transact(ports, [
    { Update: oneMoreThing(TableName, deploymentId, { events: 1 }, isThere) },
    { Put: { TableName, Item: { ...timelineKey(deploymentId, event.name), event, writtenAt }, ...isNew } },
    streamWrite(ports, deployment, event),
  ]);
  if (refusals === undefined) return 'added';
  return refusals[0] ? 'gone' : 'there';
};

const recordOf = async ({ client, table }: TablePorts, id: string): Promise<Deployment | undefined> => {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: recordKey(id), ConsistentRead: true }));
  return Item && fromItem(Item);
};

const listAfter = async (
  ports: TablePorts,
  deploymentId: string,
  request: PageRequest,
  name: string,
): Promise<Page<TimelineEvent> | undefined> => {
  const items = (await itemsUnder(ports, deploymentId, eventPrefix)) as unknown as readonly WrittenEvent[];
  const last = items.find(({ event }) => event.name === name);
  if (last === undefined) return undefined;
  const later = items.filter((item) => placeWritten(item) > placeWritten(last));
  const page = cutPage(later, placeWritten, request);
  return { ...page, content: page.content.map(({ event }) => event) };
};

/** An earlier release did not store when it wrote an event. */
interface WrittenEvent {
  readonly event: TimelineEvent;
  readonly writtenAt?: string;
}

const placeWritten = ({ event, writtenAt = event.at }: WrittenEvent): string => `${writtenAt} ${event.name}`;

/** A deployment has some hundred events at most: a few for each attempt and each operation. */
const listEvents = async (ports: TablePorts, deploymentId: string): Promise<readonly TimelineEvent[]> =>
  (await itemsUnder(ports, deploymentId, eventPrefix)).map(({ event }) => event as TimelineEvent);

/** Events of the same instant are in the order of their names. */
const placeOf = ({ at, name }: TimelineEvent): string => `${at} ${name}`;

/**
 * Removes the events of a deployment that is gone or leaving, so that none can be added. `unseen`: nobody ever saw it, so the stream of all events shows
 * nothing of it either.
 */
export const removeEvents = async (ports: TablePorts, deploymentId: string, unseen = false): Promise<void> => {
  const { table: TableName } = ports;
  const prefixes = unseen ? [eventPrefix, streamPrefix] : [eventPrefix];
  const items = (await Promise.all(prefixes.map((prefix) => itemsUnder(ports, deploymentId, prefix)))).flat();
  const deletes = items.map(({ pk, sk }) => ({ Delete: { TableName, Key: { pk, sk } } }));
  while (deletes.length > 0) await transact(ports, deletes.splice(0, atOnce));
};

/** A transaction takes 100 items. */
const atOnce = 100;
