import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Scope } from '../../foundation/scope.ts';
import { countKey } from './keys.ts';
import { itemsUnder } from './query.ts';
import type { TablePorts } from './table.ts';
import type { TransactItems } from './write.ts';

/**
 * The writes that count a deployment in (1) or out (-1). They belong to the transaction that creates or removes it, which
 * chooses the counter (docs/decisions/0005).
 */
export const countWrites = (table: string, deployment: Deployment, by: 1 | -1, shard: string): TransactItems =>
  scopesOf(deployment).map((scope) => countWrite(table, countKey(scope), shard, by));

/** The write that adds one record to a counter under `partition`, or subtracts it. Only the sum of the counters has a meaning. */
export const countWrite = (table: string, partition: string, shard: string, by: 1 | -1): TransactItems[number] => ({
  Update: {
    TableName: table,
    Key: { pk: partition, sk: shard },
    UpdateExpression: 'ADD #count :by',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':by': by },
  },
});

/** The scopes of the lists that show a deployment. */
export const scopesOf = ({ createdBy, userGroup }: Deployment): readonly Scope[] => [
  { of: 'owner', owner: createdBy },
  ...(userGroup === undefined ? [] : scopesOfGroup(createdBy, userGroup)),
  { of: 'all' },
];

/** Those of them that are its owner's alone. */
export const ownScopesOf = (deployment: Deployment): readonly Scope[] =>
  scopesOf(deployment).filter(({ of }) => of === 'owner' || of === 'owner-in-group');

const scopesOfGroup = (owner: Identity, group: string): readonly Scope[] => [
  { of: 'group', group, issuer: owner.issuer },
  { of: 'owner-in-group', owner, group },
];

/** The sum of the counters under `partition`, or of those whose key has this prefix. Includes all finished writes. */
export const countIn = async (ports: TablePorts, partition: string, prefix?: string): Promise<number> =>
  (await itemsUnder(ports, partition, prefix)).reduce((total, { count }) => total + Number(count), 0);
