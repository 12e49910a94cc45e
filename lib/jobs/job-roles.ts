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

/** The group of logs that AWS Batch makes and writes to. */
const logGroup = '/aws/batch/job:*';

/**
 * The role with which Fargate starts the containers of jobs: their images, their logs, and the secrets that they name. A job may
 * name any ARN, so the role reads only secrets that are for containers, and not those of databases.
 */
export const addExecutionRole = (stack: Stack, configuration: Configuration): Role =>
  roleOf(stack, 'Start', {
    roleName: jobNames(stack, configuration).executionRole,
    description: 'With it Fargate starts the containers of jobs',
    statements: startingContainers((service, rest) => `arn:${stack.partition}:${service}:*:${stack.account}:${rest}`, {
      logGroups: logGroup,
      secrets: ['toscanini-containers/*'],
    }),
  });

/**
 * The role that the programs in jobs have. They read new files, unless only some groups may have schedules for them. They
 * write results and cannot read those of others.
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
      { actions: ['s3:PutObject'], resources: [results.arnForObjects('*')] },
      usingKey(data, 's3'),
    ],
  });
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
