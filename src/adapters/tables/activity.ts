/** What is counted beside the record of a deployment: docs/decisions/0040. */

import type { Activity } from '../../domain/deployments/record/deployment.ts';
import { type Condition, conditions } from './expressions.ts';
import { recordKey } from './keys.ts';

/** What of the activity grew, besides its count. */
export type Grown = Partial<Omit<Activity, 'count'>>;

/**
 * The part of a write command that counts one thing that happened. The counters are attributes of their own beside the
 * record: a write of the record, which may come from an older read, takes nothing back.
 */
export const oneMoreThing = (
  table: string,
  deploymentId: string,
  grown: Grown = {},
  all: readonly Condition[] = [isThere],
) => {
  const counters = { ...grown, count: 1 };
  const { ConditionExpression, ExpressionAttributeNames, ...values } = conditions(all);
  const names = Object.keys(counters).map((name) => [`#activity_${name}`, attribute(name)]);
  const amounts = Object.entries(counters).map(([name, amount]) => [`:add_${name}`, amount]);
  return {
    TableName: table,
    Key: recordKey(deploymentId),
    UpdateExpression: `ADD ${Object.keys(counters)
      .map((name) => `#activity_${name} :add_${name}`)
      .join(', ')}`,
    ConditionExpression,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, ...Object.fromEntries(names) } as Record<string, string>,
    ExpressionAttributeValues: { ...values.ExpressionAttributeValues, ...Object.fromEntries(amounts) },
  };
};

const isThere: Condition = {
  expression: 'attribute_exists(#deployment)',
  names: { '#deployment': 'deployment' },
  values: {},
};

const attribute = (counter: string): string => `activity-${counter}`;

export const activityOf = (item: Readonly<Record<string, unknown>>): { readonly activity?: Activity } => {
  const count = item[attribute('count')];
  if (count === undefined) return {};
  const of = (name: keyof Activity): number => Number(item[attribute(name)] ?? 0);
  return { activity: { count: Number(count), events: of('events'), logPieces: of('logPieces') } };
};
