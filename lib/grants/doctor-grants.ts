import { trustedIssuers } from '../data/user-pool.ts';
import type { Granting } from './grant.ts';
import { readingSecrets } from './secret-grants.ts';

/**
 * What the doctor needs besides the permissions of other functions. It only reads, to check that something exists, and
 * changes nothing.
 */
export const doctorGrants = {
  'issuers:examine': (world) => {
    const { issuers } = world.configuration;
    const secrets = issuers.flatMap(({ tokenExchange }) => tokenExchange?.secret ?? []);
    return {
      environment: { TRUSTED_ISSUERS: trustedIssuers(world.stack, world.configuration, world.pageLogin) },
      statements: readingSecrets(world, secrets, 'issuers'),
    };
  },
  'stores:examine': ({ configuration, data, shared }) => {
    const { deployments, resources, schedules, scheduleEvents } = data.tables;
    const tables = [deployments, resources, schedules, scheduleEvents].map(({ tableArn }) => tableArn);
    return {
      environment: {
        DEPLOYMENTS_TABLE: deployments.tableName,
        RESOURCES_TABLE: resources.tableName,
        SCHEDULES_TABLE: schedules.tableName,
        SCHEDULE_EVENTS_TABLE: scheduleEvents.tableName,
        FILES_BUCKET: data.files.bucketName,
        OTHER_BUCKETS: JSON.stringify(configuration.files.buckets),
      },
      statements: [
        { actions: ['dynamodb:DescribeTable'], resources: tables },
        { actions: ['s3:ListBucket'], resources: [data.files.bucketArn, data.incoming.bucket.bucketArn] },
      ],
      policies: shared.examined,
    };
  },
  'quotas:examine': ({ configuration }) => ({
    environment: { FILES_AT_ONCE: String(configuration.limits.filesAtOnce) },
    statements: [{ actions: ['lambda:GetAccountSettings'], resources: ['*'] }],
  }),
} satisfies Readonly<Record<string, Granting>>;
