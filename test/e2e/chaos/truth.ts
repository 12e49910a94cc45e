/** Everything that is there in the end: in the tables, read directly, and at the clouds. */

import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { clientOf } from './files.ts';
import { type CloudUrls, heldAt, type Infrastructure } from './held.ts';
import { objectsOf, type StoredText } from './objects.ts';

const identity = v.object({ issuer: v.string(), subject: v.string() });

const deploymentRecord = v.looseObject({
  id: v.string(),
  status: v.string(),
  statusReason: v.optional(v.string()),
  createdAt: v.string(),
  createdBy: identity,
  userGroup: v.optional(v.string()),
  callback: v.optional(v.string()),
  infrastructureId: v.optional(v.string()),
  operation: v.looseObject({ id: v.string() }),
});
export type DeploymentRecord = v.InferOutput<typeof deploymentRecord>;

const attemptRecord = v.looseObject({
  deploymentId: v.string(),
  number: v.number(),
  state: v.string(),
  providerId: v.string(),
  startedAt: v.string(),
  infrastructureId: v.optional(v.string()),
  left: v.optional(v.string()),
});

const eventRecord = v.looseObject({
  id: v.string(),
  scheduleId: v.string(),
  name: v.string(),
  deploymentId: v.string(),
  replicationStatus: v.string(),
  reason: v.optional(v.string()),
});
export type EventRecord = v.InferOutput<typeof eventRecord>;

const scheduleRecord = v.looseObject({ id: v.string(), createdBy: identity });

const resourceRecord = v.looseObject({
  id: v.string(),
  deploymentId: v.string(),
  toscaNodeName: v.string(),
  state: v.string(),
  physicalId: v.optional(v.string()),
  action: v.optional(v.unknown()),
});
type ResourceRecord = v.InferOutput<typeof resourceRecord>;

export interface Truth {
  readonly deployments: readonly DeploymentRecord[];
  readonly attempts: readonly v.InferOutput<typeof attemptRecord>[];
  readonly events: readonly EventRecord[];
  readonly schedules: readonly v.InferOutput<typeof scheduleRecord>[];
  /** what each partition of counters adds up to, by `<kind of its table> <partition>` */
  readonly counters: ReadonlyMap<string, number>;
  readonly infrastructures: readonly Infrastructure[];
  /** those of a deployment that is not made yet are left out: they expire */
  readonly resources: readonly ResourceRecord[];
  /** every object in S3 */
  readonly objects: readonly StoredText[];
  /** every item of every table, as JSON */
  readonly dump: readonly string[];
}

type Item = Record<string, unknown>;

/** Addresses of the engine of the tables, of S3 and of the clouds. */
export interface Places extends CloudUrls {
  readonly tables: string;
  readonly s3: string;
}

export const readTruth = async ({ tables, s3, ...clouds }: Places): Promise<Truth> => {
  const all = await itemsByTable(tables);
  const items = all.flat();
  const under = (sk: RegExp, member: string): unknown[] =>
    items.filter((item) => sk.test(`${item['sk']}`)).map((item) => item[member]);
  const resources = items.filter((item) => item['resource'] !== undefined && item['expiresAt'] === undefined);
  return {
    deployments: under(/^deployment$/, 'deployment').map((one) => v.parse(deploymentRecord, one)),
    attempts: under(/^attempt#/, 'attempt').map((one) => v.parse(attemptRecord, one)),
    events: under(/^event$/, 'event').map((one) => v.parse(eventRecord, one)),
    schedules: under(/^schedule$/, 'schedule').map((one) => v.parse(scheduleRecord, one)),
    counters: countersOf(all),
    infrastructures: await heldAt(clouds),
    resources: resources.map((item) => v.parse(resourceRecord, item['resource'])),
    objects: await objectsAt(s3),
    dump: items.map((item) => JSON.stringify(item)),
  };
};

const objectsAt = async (s3: string): Promise<readonly StoredText[]> => {
  const client = clientOf(s3);
  try {
    return await objectsOf(client);
  } finally {
    client.destroy();
  }
};

/** Which of the tables it is, by what stands in it. */
const kinds = [
  ['deployments', /^deployment$/],
  ['events', /^event$/],
  ['schedules', /^schedule$/],
] as const;

const countersOf = (tables: readonly (readonly Item[])[]): Map<string, number> => {
  const counters = new Map<string, number>();
  for (const items of tables) {
    const kind = kinds.find(([, sk]) => items.some((item) => sk.test(`${item['sk']}`)))?.[0] ?? 'nothing';
    for (const { pk, count } of items.filter((item) => `${item['pk']}`.startsWith('count#')))
      counters.set(`${kind} ${pk}`, (counters.get(`${kind} ${pk}`) ?? 0) + Number(count));
  }
  return counters;
};

const itemsByTable = async (endpoint: string): Promise<readonly (readonly Item[])[]> => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  const documents = DynamoDBDocumentClient.from(client);
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand());
    return await Promise.all(TableNames.map((name) => itemsOf(documents, name)));
  } finally {
    client.destroy();
  }
};

const itemsOf = async (client: DynamoDBDocumentClient, TableName: string): Promise<readonly Item[]> => {
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName })) items.push(...Items);
  return items;
};
