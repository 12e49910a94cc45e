import { RemovalPolicy, type Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type TableDefinition, tableDefinitions } from '../../src/adapters/tables/keys.ts';
import type { Configuration } from '../configuration/configuration.ts';

export type Tables<T> = { readonly [Name in keyof typeof tableDefinitions]: T };

/**
 * The stack's own tables. They also stay after a failed creation, unlike everything else that is kept: CloudFormation
 * cannot delete a table with deletion protection, and two tables never have the same name.
 */
export const ownTables = (stack: Stack, key: IKey): Tables<Table> => ({
  deployments: ownTable(stack, 'Deployments', tableDefinitions.deployments, key),
  resources: ownTable(stack, 'Resources', tableDefinitions.resources, key),
  schedules: ownTable(stack, 'Schedules', tableDefinitions.schedules, key),
  scheduleEvents: ownTable(stack, 'ScheduleEvents', tableDefinitions.scheduleEvents, key),
});

const ownTable = (stack: Stack, id: string, definition: TableDefinition, encryptionKey: IKey): Table => {
  const table = new Table(stack, id, {
    partitionKey: { name: definition.partitionKey, type: AttributeType.STRING },
    sortKey: { name: definition.sortKey, type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.CUSTOMER_MANAGED,
    encryptionKey,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
    ...(definition.timeToLive && { timeToLiveAttribute: definition.timeToLive }),
  });
  for (const index of definition.indexes) {
    table.addGlobalSecondaryIndex({
      indexName: index.name,
      partitionKey: { name: index.partitionKey, type: AttributeType.STRING },
      sortKey: { name: index.sortKey, type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }
  return table;
};

/** A table that the CDK made, or one that it knows only by name and that has fewer members. */
export type AnyTable = Table | ITable;

/** The tables that the service works with: the stack's own, except where the configuration names another table. */
export const tablesInUse = (stack: Stack, own: Tables<Table>, { tables }: Configuration): Tables<AnyTable> => {
  const inUse = (name: keyof typeof own): AnyTable =>
    tables[name] === undefined ? own[name] : Table.fromTableName(stack, `Other-${name}`, tables[name]);
  return {
    deployments: inUse('deployments'),
    resources: inUse('resources'),
    schedules: inUse('schedules'),
    scheduleEvents: inUse('scheduleEvents'),
  };
};
