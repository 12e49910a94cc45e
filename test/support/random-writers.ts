/** Many writers that create and delete deployments at random, and what the counters say afterwards. */

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { directTables } from '../../local/direct/tables.ts';
import { dynamoDbClient } from '../../src/adapters/tables/client.ts';
import { countIn } from '../../src/adapters/tables/counters.ts';
import { deployments } from '../../src/adapters/tables/deployments.ts';
import { countKey } from '../../src/adapters/tables/keys.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { ConflictError, OperationSupersededError } from '../../src/foundation/errors.ts';
import type { Scope } from '../../src/foundation/scope.ts';
import { type Engine, localAws } from './engine.ts';

export interface Work {
  readonly seed: number;
  readonly writers: number;
  /** creations and deletions in all */
  readonly writes: number;
}

const issuer = 'https://issuer.example';
const people = ['anna', 'bea', 'carl', 'dora'];
const groups = ['physics', 'biology', undefined] as const;
/** Numbers of the deployments that are there, as far as the writers know; they meet on these. */
interface Shared {
  readonly alive: Set<number>;
  next: number;
}

/** Each writer has a connection of its own, as the functions in the cloud have. Answers how many writes were refused. */
export const writeAtRandom = async (engine: Engine, { seed, writers, writes }: Work): Promise<number> => {
  const shared: Shared = { alive: new Set(), next: 0 };
  const endpoint = engine.endpoints.dynamoDb;
  const refused = await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const { client, close } = directTables(dynamoDbClient({ ...localAws, endpoint }), endpoint);
      const store = deployments({ client, table: engine.tables.deployments, clock: { now: () => new Date() } });
      const random = randomFrom(seed * 1_000 + writer);
      let refusals = 0;
      for (let left = share(writes, writers, writer); left > 0; left--) {
        if (!(await isTaken(() => write(store, shared, random, `${writer}-${left}`)))) refusals += 1;
      }
      close();
      client.destroy();
      return refusals;
    }),
  );
  return refused.reduce((sum, one) => sum + one, 0);
};

type Store = ReturnType<typeof deployments>;

/** Creates, deletes, or now and then creates once more what is there. */
const write = async (store: Store, shared: Shared, random: () => number, operation: string): Promise<void> => {
  const chance = random();
  const known = [...shared.alive][Math.floor(random() * shared.alive.size)];
  if (known !== undefined && chance < 0.05) return create(store, known, operation);
  if (known !== undefined && chance < 0.5) {
    await remove(store, known);
    shared.alive.delete(known);
    return;
  }
  const number = shared.next++;
  await create(store, number, operation);
  shared.alive.add(number);
};

const create = (store: Store, number: number, operation: string): Promise<void> => {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString();
  const userGroup = groups[number % groups.length];
  return store.accept({
    id: idOf(number),
    createdAt: at,
    updatedAt: at,
    createdBy: { issuer, subject: people[number % people.length] ?? '' },
    ...(userGroup !== undefined && { userGroup }),
    status: 'CREATE_IN_PROGRESS',
    task: 'NONE',
    outputs: {},
    parameters: {},
    limits: { providerTimeoutMins: 14_400, keepLastAttempt: false },
    operation: { id: operation, kind: 'CREATE', acceptedAt: at },
    templateOf: operation,
  });
};

const idOf = (number: number): string => `01930000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

const remove = async (store: Store, number: number): Promise<void> => {
  const found = await store.find(idOf(number));
  if (found) await store.remove(found.id, found.operation.id);
};

/** Another writer may have been there first; nothing else may go wrong. */
const isTaken = async (write: () => Promise<void>): Promise<boolean> => {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConflictError || error instanceof OperationSupersededError) return false;
    throw error;
  }
};

export interface Count {
  readonly scope: Scope;
  /** by the counters */
  readonly counted: number;
  /** records that are there */
  readonly there: number;
}

/** Every scope of a list, as it is counted and as it is. */
export const counts = async (engine: Engine): Promise<readonly Count[]> => {
  const table = { client: engine.client, table: engine.tables.deployments, clock: { now: () => new Date() } };
  const records = await allRecords(engine);
  return Promise.all(
    scopes.map(async (scope) => ({
      scope,
      counted: await countIn(table, countKey(scope)),
      there: records.filter((one) => isIn(scope, one)).length,
    })),
  );
};

const scopes: readonly Scope[] = [
  { of: 'all' },
  ...people.map((subject) => ({ of: 'owner' as const, owner: { issuer, subject } })),
  ...groups.flatMap((group) => (group === undefined ? [] : [{ of: 'group' as const, group, issuer }])),
  ...people.flatMap((subject) =>
    groups.flatMap((group) =>
      group === undefined ? [] : [{ of: 'owner-in-group' as const, owner: { issuer, subject }, group }],
    ),
  ),
];

const isIn = (scope: Scope, { createdBy, userGroup }: Deployment): boolean => {
  const isOwners = 'owner' in scope ? scope.owner.subject === createdBy.subject : true;
  return isOwners && ('group' in scope ? scope.group === userGroup : true);
};

/** Read from the table itself, so that no index and no counter is believed. */
const allRecords = async ({ client, tables }: Engine): Promise<readonly Deployment[]> => {
  const records: Deployment[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const command = new ScanCommand({ TableName: tables.deployments, ConsistentRead: true, ExclusiveStartKey: from });
    const { Items = [], LastEvaluatedKey } = await client.send(command);
    records.push(...Items.flatMap(({ sk, deployment }) => (sk === 'deployment' ? [deployment as Deployment] : [])));
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return records;
};

const share = (writes: number, writers: number, writer: number): number =>
  Math.floor(writes / writers) + (writer < writes % writers ? 1 : 0);

/** mulberry32: the same numbers for the same seed, 0 to below 1. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
