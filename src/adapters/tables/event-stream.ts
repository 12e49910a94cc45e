/**
 * One stream of the events of all deployments (docs/decisions/0078). Each event has a second item, which stands in the indexes of all lists with partitions
 * of its own, as entries of labels do. It is written in the transaction of its event, and expires by itself.
 */

import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { cleanerFor } from '../../domain/deployments/record/disclosure.ts';
import type {
  DeploymentStreamEvent,
  EventStream,
  StreamEvent,
  StreamPage,
  StreamRequest,
} from '../../domain/deployments/record/event-stream.ts';
import type { TimelineEvent } from '../../domain/deployments/record/timeline.ts';
import { InvalidError } from '../../foundation/errors.ts';
import { unknownCursor } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import { batchGet } from './batch.ts';
import { placesInLists } from './deployment-item.ts';
import { digestOf } from './digest.ts';
import { scopeKeys, streamKey, streamPrefix, unpublished } from './keys.ts';
import { isOfInstallation, isOfSchedule } from './schedule-stream-keys.ts';
import type { TablePorts } from './table.ts';
import type { TransactItems } from './write.ts';

type Item = Readonly<Record<string, unknown>>;

/** The write of an event's item, without secrets: members of the group read it. */
export const streamWrite = (
  ports: TablePorts,
  deployment: Deployment,
  reported: Omit<TimelineEvent, 'kind'> & Pick<DeploymentStreamEvent, 'kind'>,
): TransactItems[number] => {
  const { name, message, ...event } = reported;
  const id = digestOf(deployment.id, name);
  const writtenAt = ports.clock.now().toISOString();
  const cleaned = cleanerFor(deployment);
  const streamed: DeploymentStreamEvent = {
    ...event,
    ...{ id, writtenAt, message: cleaned(message) },
    ...nameOfProvider(deployment, event.provider),
    deployment: about(deployment, reported.kind),
  };
  return {
    Put: {
      TableName: ports.table,
      Item: streamItem(ports, streamKey(deployment.id, id), placesInStream(deployment), streamed),
    },
  };
};

const keptSeconds = 30 * 24 * 60 * 60;

/** Where the events of what is in lists stand. */
export const placesInStream = (about: Parameters<typeof placesInLists>[0]) => {
  const { updated: _, ...places } = placesInLists(about, streamPrefix);
  return places;
};

/** The item of an event: in the lists of what it is about, and on the list of what is still to be told. */
export const streamItem = (
  { publishesEvents }: Pick<TablePorts, 'publishesEvents'>,
  key: { readonly pk: string; readonly sk: string },
  places: { readonly [attribute: string]: string },
  streamed: StreamEvent,
) => {
  const { id, writtenAt } = streamed;
  return {
    ...key,
    ...places,
    created: `${writtenAt}#${id}`,
    ...(publishesEvents && { notBegun: unpublished, acceptedAt: writtenAt }),
    expiresAt: Math.floor(Date.parse(writtenAt) / 1_000) + keptSeconds,
    streamed,
  };
};

/** Of earlier attempts, whose providers are no longer those of the record, nothing. */
const nameOfProvider = ({ providerId, provider }: Deployment, reportedProvider: string | undefined) =>
  reportedProvider !== undefined && reportedProvider === providerId && provider?.name !== undefined
    ? { providerName: provider.name }
    : {};

const about = (deployment: Deployment, kind: DeploymentStreamEvent['kind']): DeploymentStreamEvent['deployment'] => {
  const { id, name, userGroup, createdBy, status } = deployment;
  return {
    ...{ id, createdBy, status: kind === 'DELETED' ? 'DELETE_COMPLETE' : status },
    ...(name !== undefined && { name: cleanerFor(deployment)(name) }),
    ...(userGroup !== undefined && { userGroup }),
  };
};

/** The event that tells that a deployment is gone. */
export const goneEvent = ({ operation }: Deployment, at: string) =>
  ({ name: 'deleted', kind: 'DELETED', message: 'the deployment is gone', at, operation: operation.id }) as const;

export const eventStream = (ports: TablePorts): EventStream => ({
  list: (scopes, request) => list(ports, scopes, request),
});

interface Key {
  readonly pk: string;
  readonly sk: string;
  /** instant and id: no two events have the same */
  readonly created: string;
}

/** An event of one's own deployment in one's group is in two partitions. */
const list = async (ports: TablePorts, scopes: readonly Scope[], request: StreamRequest): Promise<StreamPage> => {
  const { size, direction } = request;
  const after = request.cursor === undefined ? undefined : readPlace(request.cursor);
  const found = (await Promise.all(scopes.map((scope) => keysIn(ports, scope, { ...request, after })))).flat();
  const once = [...new Map(found.map((key) => [key.created, key])).values()];
  const oldestFirst = once.toSorted((a, b) => (a.created < b.created ? -1 : 1));
  const ordered = direction === 'desc' ? oldestFirst.toReversed() : oldestFirst;
  const shown = ordered.slice(0, size);
  const items = await batchGet(
    ports,
    shown.map(({ pk, sk }) => ({ pk, sk })),
  );
  const last = shown.at(-1);
  return {
    content: items.filter((item) => !isOver(ports, item)).map(({ streamed }) => streamed as StreamEvent),
    ...(last && ordered.length > size && { cursor: writePlace(last.created) }),
  };
};

/** DynamoDB may take days to delete what has expired. */
const isOver = ({ clock }: TablePorts, item: Item): boolean =>
  Number(item['expiresAt']) <= clock.now().getTime() / 1_000;

/** Before and after every instant. */
const [first, last] = ['0', '~'] as const;

/** Whether the reader asked for it: an index shows keys only. */
const isWanted = (key: Key, { withSchedules = false, withInstallation = false }: StreamRequest): boolean =>
  (withSchedules || !isOfSchedule(key)) && (withInstallation || !isOfInstallation(key));

/** One key more than a page has, which tells that more follow. */
const keysIn = async (
  { client, table }: TablePorts,
  scope: Scope,
  request: StreamRequest & { readonly after: string | undefined },
): Promise<readonly Key[]> => {
  const { size, direction, since = first, after } = request;
  const { index, partitionKey, partition } = scopeKeys(scope);
  const ascending = direction === 'asc';
  const [from, to] = ascending ? [after ?? since, last] : [since, after ?? last];
  const pages = paginateQuery(
    { client },
    {
      TableName: table,
      IndexName: index,
      KeyConditionExpression: '#partition = :partition AND created BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#partition': partitionKey },
      ExpressionAttributeValues: { ':partition': `${streamPrefix}${partition}`, ':from': from, ':to': to },
      ScanIndexForward: ascending,
      Limit: size + 2,
    },
  );
  const keys: Key[] = [];
  for await (const { Items = [] } of pages) {
    const inSpan = (Items as unknown as Key[]).filter(({ created }) => created !== after && created >= since);
    keys.push(...inSpan.filter((key) => isWanted(key, request)));
    if (keys.length > size) break;
  }
  return keys.slice(0, size + 1);
};

/** Tells a cursor from any other text. */
const mark = 'event ';

const writePlace = (created: string): string => Buffer.from(`${mark}${created}`).toString('base64url');

const readPlace = (cursor: string): string => {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (/^event \d{4}-\d\d-\d\dT[\d:.]{8,12}Z#[\w-]{43}$/.test(text)) return text.slice(mark.length);
  throw new InvalidError(unknownCursor);
};
