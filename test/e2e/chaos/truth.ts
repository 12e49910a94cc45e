/** Everything that is there in the end: in the tables, read directly, and at the clouds. */

import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';

const identity = z.object({ issuer: z.string(), subject: z.string() });

export const deploymentRecord = z.looseObject({
  id: z.string(),
  status: z.string(),
  statusReason: z.string().optional(),
  createdBy: identity,
  userGroup: z.string().optional(),
  callback: z.string().optional(),
  infrastructureId: z.string().optional(),
  operation: z.looseObject({ id: z.string() }),
});
export type DeploymentRecord = z.output<typeof deploymentRecord>;

const attemptRecord = z.looseObject({
  deploymentId: z.string(),
  number: z.number(),
  state: z.string(),
  infrastructureId: z.string().optional(),
  left: z.string().optional(),
});

const eventRecord = z.looseObject({
  id: z.string(),
  scheduleId: z.string(),
  name: z.string(),
  deploymentId: z.string(),
  reason: z.string().optional(),
});

const scheduleRecord = z.looseObject({ id: z.string(), createdBy: identity });

const machine = z.looseObject({ id: z.number(), node: z.string() });
const infrastructure = z.looseObject({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  forgotten: z.boolean(),
  virtualMachines: z.array(machine),
});
export type Infrastructure = z.output<typeof infrastructure>;

export interface Truth {
  readonly deployments: readonly DeploymentRecord[];
  readonly attempts: readonly z.output<typeof attemptRecord>[];
  readonly events: readonly z.output<typeof eventRecord>[];
  readonly schedules: readonly z.output<typeof scheduleRecord>[];
  /** what each partition of counters adds up to, by `<kind of its table> <partition>` */
  readonly counters: ReadonlyMap<string, number>;
  readonly infrastructures: readonly Infrastructure[];
  /** every item of every table, as JSON */
  readonly dump: readonly string[];
}

type Item = Record<string, unknown>;

export const readTruth = async (tables: string, imUrl: string): Promise<Truth> => {
  const all = await itemsByTable(tables);
  const items = all.flat();
  const under = (sk: RegExp, member: string): unknown[] =>
    items.filter((item) => sk.test(`${item['sk']}`)).map((item) => item[member]);
  const clouds = z
    .object({ clouds: z.array(z.looseObject({ infrastructures: z.array(infrastructure) })) })
    .parse(await (await fetch(`${imUrl}/_sandbox/clouds`)).json());
  return {
    deployments: under(/^deployment$/, 'deployment').map((one) => deploymentRecord.parse(one)),
    attempts: under(/^attempt#/, 'attempt').map((one) => attemptRecord.parse(one)),
    events: under(/^event$/, 'event').map((one) => eventRecord.parse(one)),
    schedules: under(/^schedule$/, 'schedule').map((one) => scheduleRecord.parse(one)),
    counters: countersOf(all),
    infrastructures: clouds.clouds.flatMap(({ infrastructures }) => infrastructures),
    dump: items.map((item) => JSON.stringify(item)),
  };
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
