import { sweepIndex, tableDefinitions } from '../../src/adapters/tables/keys.ts';
import type { DataStack } from '../data/data-stack.ts';
import { type Grant, type Granting, usingKey, type World } from './grant.ts';

/** The IAM actions that schedules need, with the environment variables that a function needs to use them. */
export const scheduleGrants = {
  'schedules:read': ({ data }) => schedules(data, ['dynamodb:GetItem']),
  'schedules:list': ({ data }) => listed(data, 'schedules', ['dynamodb:BatchGetItem', 'dynamodb:Query']),
  'schedules:write': ({ data }) => schedules(data, ['dynamodb:PutItem', 'dynamodb:UpdateItem']),
  // it also updates the places where a suspended schedule was filed, and keeps what a repeat of the creation answers
  'schedules:remove': ({ data }) => schedules(data, ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']),
  'schedules:match': ({ data }) => schedules(data, ['dynamodb:BatchGetItem', 'dynamodb:Query']),
  'events:read': ({ data }) => events(data, ['dynamodb:GetItem']),
  'events:write': ({ data }) => events(data, ['dynamodb:PutItem', 'dynamodb:UpdateItem']),
  'events:count': ({ data }) => events(data, ['dynamodb:Query']),
  'events:list': ({ data }) =>
    listed(data, 'scheduleEvents', ['dynamodb:BatchGetItem', 'dynamodb:Query'], (index) => index !== sweepIndex),
  // events that have not started, or whose workflow must be checked
  'events:waiting': ({ data }) =>
    listed(data, 'scheduleEvents', ['dynamodb:BatchGetItem'], (index) => index === sweepIndex),
  'events:remove': ({ data }) => events(data, ['dynamodb:DeleteItem', 'dynamodb:UpdateItem']),
  'backfills:list': ({ data }) => events(data, ['dynamodb:Query']),
  // all events of a schedule, with their counters and its backfills
  'events:clear': ({ data }) => ({
    environment: { SCHEDULE_EVENTS_TABLE: data.tables.scheduleEvents.tableName },
    ...listed(data, 'scheduleEvents', ['dynamodb:BatchWriteItem', 'dynamodb:Query'], (index) => index === 'bySchedule'),
  }),
  'deployments:embed': ({ data }) => ({
    environment: { DEPLOYMENTS_TABLE: data.tables.deployments.tableName },
    statements: [
      { actions: ['dynamodb:BatchGetItem'], resources: [data.tables.deployments.tableArn] },
      usingKey(data, 'dynamodb'),
    ],
  }),
  // events of schedules, in the stream of all events
  'stream:write': ({ data }) => ({
    environment: { DEPLOYMENTS_TABLE: data.tables.deployments.tableName },
    statements: [
      { actions: ['dynamodb:PutItem'], resources: [data.tables.deployments.tableArn] },
      usingKey(data, 'dynamodb'),
    ],
  }),
  'storage:know': ({ configuration, data }) => ({
    environment: {
      INCOMING_BUCKET: data.incoming.bucket.bucketName,
      STORAGE_ELEMENTS: JSON.stringify(configuration.files.elements),
      FILE_BUCKETS: JSON.stringify(configuration.files.buckets),
      FILE_READERS: JSON.stringify(
        Object.entries(configuration.files.readers).map(([scope, groups]) => ({ scope, groups })),
      ),
    },
  }),
  'files:replicate': (world) => replicating(world),
  'files:list': ({ data, shared }) => ({
    statements: [{ actions: ['s3:ListBucket'], resources: [data.incoming.bucket.bucketArn] }, usingKey(data, 's3')],
    policies: shared.listed,
  }),
  'uploads:end': ({ shared }) => ({ policies: shared.uploads }),
} satisfies Readonly<Record<string, Granting>>;

const schedules = (data: DataStack, actions: readonly string[]): Grant => ({
  environment: { SCHEDULES_TABLE: data.tables.schedules.tableName },
  statements: [{ actions, resources: [data.tables.schedules.tableArn] }, usingKey(data, 'dynamodb')],
});

const events = (data: DataStack, actions: readonly string[]): Grant => ({
  environment: { SCHEDULE_EVENTS_TABLE: data.tables.scheduleEvents.tableName },
  statements: [{ actions, resources: [data.tables.scheduleEvents.tableArn] }, usingKey(data, 'dynamodb')],
});

const listed = (
  data: DataStack,
  table: 'schedules' | 'scheduleEvents',
  actions: readonly string[],
  isWanted: (index: string) => boolean = () => true,
): Grant => {
  const { tableArn } = data.tables[table];
  const indexes = tableDefinitions[table].indexes.filter(({ name }) => isWanted(name));
  return {
    statements: [
      { actions, resources: [tableArn] },
      { actions: ['dynamodb:Query'], resources: indexes.map(({ name }) => `${tableArn}/index/${name}`) },
      usingKey(data, 'dynamodb'),
    ],
  };
};

/** Reads files that may arrive. With the right to list, a missing file differs from a forbidden one. */
const replicating = ({ data, shared }: World): Grant => {
  const { bucketArn } = data.incoming.bucket;
  return {
    statements: [
      { actions: ['s3:ListBucket'], resources: [bucketArn] },
      { actions: ['s3:GetObject', 's3:GetObjectTagging'], resources: [`${bucketArn}/*`] },
      usingKey(data, 's3'),
    ],
    policies: [...shared.sources, ...shared.replicas],
  };
};
