import { ArnFormat } from 'aws-cdk-lib';
import type { Granting, World } from './grant.ts';

/** Workflows, and the environment variables with their ARNs (docs/environment.md). */
const variables = {
  'create-deployment': 'CREATE_DEPLOYMENT_WORKFLOW',
  'update-deployment': 'UPDATE_DEPLOYMENT_WORKFLOW',
  'delete-deployment': 'DELETE_DEPLOYMENT_WORKFLOW',
  'act-on-resource': 'ACT_ON_RESOURCE_WORKFLOW',
  'notify-callback': 'NOTIFY_CALLBACK_WORKFLOW',
  'fire-schedule': 'FIRE_SCHEDULE_WORKFLOW',
  'backfill-schedule': 'BACKFILL_SCHEDULE_WORKFLOW',
} as const;

type Name = keyof typeof variables;

/** All workflows that run an operation of a deployment. */
const operations = ['create-deployment', 'update-deployment', 'delete-deployment'] as const;
const others = ['act-on-resource', 'backfill-schedule', 'fire-schedule', 'notify-callback'] as const;

const described = (world: World, names: readonly Name[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [variables[name], world.workflowArn(name)]));

const starting =
  (...names: readonly Name[]): Granting =>
  (world) => ({
    environment: described(world, names),
    statements: [{ actions: ['states:StartExecution'], resources: names.map((name) => world.workflowArn(name)) }],
  });

const withExecutions =
  (action: string, ...names: readonly Name[]): Granting =>
  (world) => ({
    environment: described(world, names),
    statements: [{ actions: [action], resources: names.map((name) => executions(world, world.workflowArn(name))) }],
  });

/** What functions may do with workflows and their executions. */
export const workflowGrants = {
  'creations:start': starting('create-deployment'),
  'updates:start': starting('update-deployment'),
  'deletions:start': starting('delete-deployment'),
  'operations:start': starting(...operations),
  'deletions:stop': withExecutions('states:StopExecution', 'delete-deployment'),
  'operations:stop': withExecutions('states:StopExecution', ...operations),
  // every workflow whose death would leave a record in progress
  'executions:describe': withExecutions('states:DescribeExecution', ...operations, ...others),
  'act-on-resource:start': starting('act-on-resource'),
  'notify-callback:start': starting('notify-callback'),
  'fire-schedule:start': starting('fire-schedule'),
  'backfill-schedule:start': starting('backfill-schedule'),
} satisfies Readonly<Record<string, Granting>>;

/** Executions of a state machine. Their names are operation ids, which do not exist yet at deployment. */
const executions = ({ stack }: World, stateMachineArn: string): string =>
  stack.formatArn({
    service: 'states',
    resource: 'execution',
    resourceName: `${stack.splitArn(stateMachineArn, ArnFormat.COLON_RESOURCE_NAME).resourceName}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
