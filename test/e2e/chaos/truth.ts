/** Everything that is there in the end: in the tables, read directly, and at the clouds. */

import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';

export const deploymentRecord = z.looseObject({
  id: z.string(),
  status: z.string(),
  statusReason: z.string().optional(),
  createdBy: z.object({ issuer: z.string(), subject: z.string() }),
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
  /** what each partition of counters adds up to */
  readonly counters: ReadonlyMap<string, number>;
  readonly infrastructures: readonly Infrastructure[];
  /** every item of every table, as JSON */
  readonly dump: readonly string[];
}

type Item = Record<string, unknown>;

export const readTruth = async (tables: string, imUrl: string): Promise<Truth> => {
  const items = await allItems(tables);
  const under = (sk: RegExp, member: string): unknown[] =>
    items.filter((item) => sk.test(`${item['sk']}`)).map((item) => item[member]);
  const clouds = z
    .object({ clouds: z.array(z.looseObject({ infrastructures: z.array(infrastructure) })) })
    .parse(await (await fetch(`${imUrl}/_sandbox/clouds`)).json());
  return {
    deployments: under(/^deployment$/, 'deployment').map((one) => deploymentRecord.parse(one)),
    attempts: under(/^attempt#/, 'attempt').map((one) => attemptRecord.parse(one)),
    events: under(/^event$/, 'event').map((one) => eventRecord.parse(one)),
    counters: countersOf(items),
    infrastructures: clouds.clouds.flatMap(({ infrastructures }) => infrastructures),
    dump: items.map((item) => JSON.stringify(item)),
  };
};

const countersOf = (items: readonly Item[]): Map<string, number> => {
  const counters = new Map<string, number>();
  for (const { pk, count } of items.filter(({ pk }) => `${pk}`.startsWith('count#')))
    counters.set(`${pk}`, (counters.get(`${pk}`) ?? 0) + Number(count));
  return counters;
};

const allItems = async (endpoint: string): Promise<readonly Item[]> => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  const documents = DynamoDBDocumentClient.from(client);
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand());
    const items: Item[] = [];
    for (const TableName of TableNames)
      for await (const { Items = [] } of paginateScan({ client: documents }, { TableName })) items.push(...Items);
    return items;
  } finally {
    client.destroy();
  }
};
