import type { Table } from './cloud.ts';
import { identityOf } from './names.ts';
import { type Resolve, text } from './resolver.ts';
import { resourcesOf, type Stack } from './stacks.ts';

/** The relevant properties of AWS::DynamoDB::Table that have the same name in CreateTable. */
const kept = ['AttributeDefinitions', 'KeySchema', 'GlobalSecondaryIndexes', 'LocalSecondaryIndexes', 'BillingMode'];

export const readTables = (stacks: readonly Stack[], resolve: Resolve): readonly Table[] =>
  resourcesOf(stacks, 'AWS::DynamoDB::Table').map((table) => {
    const properties = Object.entries(table.Properties).filter(([name]) => kept.includes(name));
    const create = resolve(Object.fromEntries(properties), table.stack) as Omit<Table['create'], 'TableName'>;
    const ttl = table.Properties['TimeToLiveSpecification'] as { AttributeName: string; Enabled: boolean } | undefined;
    return {
      create: { ...create, TableName: identityOf(table).ref },
      ...(ttl?.Enabled && { timeToLive: ttl.AttributeName }),
    };
  });

/** An output of lib/jobs/jobs-stack.ts. */
export const readResults = (stacks: readonly Stack[], resolve: Resolve): string | undefined => {
  const stack = stacks.find(({ Outputs }) => 'ResultsBucket' in Outputs);
  return stack && text(resolve(stack.Outputs['ResultsBucket']?.Value, stack));
};

export const readBuckets = (stacks: readonly Stack[]): readonly string[] =>
  resourcesOf(stacks, 'AWS::S3::Bucket').map((bucket) => identityOf(bucket).ref);
