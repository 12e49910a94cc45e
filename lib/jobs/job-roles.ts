import type { Stack } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Configuration } from '../configuration/configuration.ts';
import { jobNames } from '../configuration/job-names.ts';
import type { DataStack } from '../data/data-stack.ts';
import { startingContainers } from '../data/task-role.ts';
import { usingKey } from '../grants/grant.ts';

interface Statement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, unknown>>;
}

/** The folder of the bucket for results that every job of the installation may read: a chain of jobs hands on its files there. */
const chains = 'chains';

/** The group of logs that AWS Batch makes and writes to. */
const logGroup = '/aws/batch/job:*';

/**
 * The role with which Fargate starts the containers of jobs: their images, their logs, and the secrets that they name. A job may
 * name any ARN, so the role reads only secrets and parameters that are for containers, and not those of databases.
 */
export const addExecutionRole = (stack: Stack, configuration: Configuration): Role =>
  roleOf(stack, 'Start', {
    roleName: jobNames(stack, configuration).executionRole,
    description: 'With it Fargate starts the containers of jobs',
    statements: startingContainers((service, rest) => `arn:${stack.partition}:${service}:*:${stack.account}:${rest}`, {
      logGroups: logGroup,
      secrets: ['toscanini-containers/*'],
      parameters: ['toscanini-containers/*'],
    }),
  });

/**
 * The role that the programs in jobs have. They read new files, unless only some groups may have schedules for them. They
 * write results. They read only those that their authors have put into the folder for other jobs: all jobs have this role, so
 * IAM cannot tell whose they are.
 */
export const addJobRole = (
  stack: Stack,
  configuration: Configuration,
  { data, results }: { readonly data: DataStack; readonly results: Bucket },
): Role => {
  const { bucket } = data.incoming;
  const isOpen = configuration.files.readers['incoming'] === undefined;
  return roleOf(stack, 'Jobs', {
    roleName: jobNames(stack, configuration).jobRole,
    description: 'With it the programs in jobs read new files and write results',
    statements: [
      ...(isOpen
        ? [
            { actions: ['s3:GetObject', 's3:GetObjectVersion'], resources: [bucket.arnForObjects('*')] },
            { actions: ['s3:ListBucket'], resources: [bucket.bucketArn] },
          ]
        : []),
      ...readingReplicas(stack, configuration),
      { actions: ['s3:PutObject'], resources: [results.arnForObjects('*')] },
      { actions: ['s3:GetObject', 's3:GetObjectVersion'], resources: [results.arnForObjects(`${chains}/*`)] },
      {
        actions: ['s3:ListBucket'],
        resources: [results.bucketArn],
        conditions: { StringLike: { 's3:prefix': `${chains}/*` } },
      },
      usingKey(data, 's3'),
    ],
  });
};

/**
 * A schedule names its job a replica, which lies in a storage element. Where some groups only may read files of a bucket, jobs
 * read no replicas: these may be of that bucket.
 */
const readingReplicas = (stack: Stack, { files }: Configuration): readonly Statement[] => {
  const buckets = [...new Set(files.elements.map(({ bucket }) => bucket))].filter((bucket) => bucket !== 'incoming');
  if (buckets.length === 0 || Object.keys(files.readers).length > 0) return [];
  const arn = (bucket: string) =>
    stack.formatArn({ service: 's3', region: '', account: '', resource: bucket, resourceName: 'toscanini-replicas/*' });
  return [{ actions: ['s3:GetObject', 's3:GetObjectVersion'], resources: buckets.map(arn) }];
};

const roleOf = (
  stack: Stack,
  id: string,
  props: { readonly roleName: string; readonly description: string; readonly statements: readonly Statement[] },
): Role =>
  new Role(stack, id, {
    roleName: props.roleName,
    description: props.description,
    assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
    inlinePolicies: {
      jobs: new PolicyDocument({
        statements: props.statements.map(
          ({ actions, resources, conditions }) =>
            new PolicyStatement({
              effect: Effect.ALLOW,
              actions: [...actions],
              resources: [...resources],
              ...(conditions && { conditions }),
            }),
        ),
      }),
    },
  });
