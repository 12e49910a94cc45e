import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Scope } from '../../foundation/scope.ts';
import { countKey, countShard } from './keys.ts';
import { itemsUnder } from './query.ts';
import type { TablePorts } from './table.ts';
import type { TransactItems } from './write.ts';

/** The writes that count a deployment in (1) or out (-1). They belong to the transaction that creates or removes it. */
export const countWrites = (table: string, deployment: Deployment, by: 1 | -1): TransactItems =>
  scopesOf(deployment).map((scope) => countWrite(table, countKey(scope), deployment.id, by));

/** The write that adds one record to the counters under `partition`, or subtracts it. */
export const countWrite = (table: string, partition: string, id: string, by: 1 | -1): TransactItems[number] => ({
  Update: {
    TableName: table,
    Key: { pk: partition, sk: countShard(id) },
    UpdateExpression: 'ADD #count :by',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':by': by },
  },
});

/** The scopes of the lists that show a deployment. */
const scopesOf = ({ createdBy, userGroup }: Deployment): readonly Scope[] => [
  { of: 'owner', owner: createdBy },
  ...(userGroup === undefined ? [] : scopesOfGroup(createdBy, userGroup)),
  { of: 'all' },
];

const scopesOfGroup = (owner: Identity, group: string): readonly Scope[] => [
  { of: 'group', group, issuer: owner.issuer },
  { of: 'owner-in-group', owner, group },
];

/** The sum of the counters under `partition`. Includes all finished writes. */
export const countIn = async (ports: TablePorts, partition: string): Promise<number> =>
  (await itemsUnder(ports, partition)).reduce((total, { count }) => total + Number(count), 0);
