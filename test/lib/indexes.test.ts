import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type TableDefinition, tableDefinitions } from '../../src/adapters/tables/keys.ts';
import { templates } from './stacks.ts';

/**
 * The indexes of the release that installations upgrade from. CloudFormation makes or removes one index of a table in an update, and
 * refuses two: a second one waits for the next release, which is when this list is brought up to date, and not before. A new one is
 * named in CHANGELOG.md too, for tables that are not the stack's (docs/operations.md).
 */
const released: { readonly [T in keyof typeof tableDefinitions]: readonly string[] } = {
  deployments: [
    'byOwner: owner, created',
    'byOwnerUpdated: owner, updated',
    'byOwnerInGroup: ownerInGroup, created',
    'byOwnerInGroupUpdated: ownerInGroup, updated',
    'byGroup: group, created',
    'byGroupUpdated: group, updated',
    'all: everything, created',
    'allUpdated: everything, updated',
    'notBegun: notBegun, acceptedAt',
  ],
  resources: [],
  schedules: [
    'byOwner: owner, created',
    'byOwnerUpdated: owner, updated',
    'all: everything, created',
    'allUpdated: everything, updated',
  ],
  scheduleEvents: [
    'bySchedule: schedule, created',
    'byScheduleUpdated: schedule, updated',
    'notBegun: notBegun, recordedAt',
  ],
};

describe('the indexes of a table', () => {
  it.each(Object.entries(tableDefinitions))(
    'of %s are those of the last release, but for one: other keys make another index',
    (table, { indexes }: TableDefinition) => {
      const now = indexes.map(({ name, partitionKey, sortKey }) => `${name}: ${partitionKey}, ${sortKey}`);
      const before = released[table as keyof typeof released];
      const changed = [
        ...now.filter((index) => !before.includes(index)),
        ...before.filter((index) => !now.includes(index)),
      ];
      expect(changed.length, changed.join('; ')).toBeLessThanOrEqual(1);
    },
  );

  it('are made as they are defined', () => {
    const { data } = templates();
    for (const { name, partitionKey, sortKey } of tableDefinitions.deployments.indexes)
      data.hasResourceProperties('AWS::DynamoDB::Table', {
        GlobalSecondaryIndexes: Match.arrayWith([
          Match.objectLike({
            IndexName: name,
            KeySchema: [
              { AttributeName: partitionKey, KeyType: 'HASH' },
              { AttributeName: sortKey, KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          }),
        ]),
      });
  });
});
