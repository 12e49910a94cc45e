import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { IncomingFiles } from './file-events.ts';
import {
  functionsThrottled,
  lostByRule,
  measuresOf,
  period,
  type TableNames,
  throttledAt,
  transitionsThrottled,
} from './measures.ts';

export interface WatchedProps {
  /** name of the installation, under which it counts */
  readonly installation: string;
  readonly workflows: readonly StateMachine[];
  readonly api: RestApi;
  /** of events that no function could handle */
  readonly deadLetters: Queue;
  readonly incoming: IncomingFiles;
  /** starts what was accepted and never begun, every minute */
  readonly starter: IFunction;
  readonly tables: TableNames;
}

export interface Watched {
  readonly id: string;
  readonly metric: IMetric;
  readonly description: string;
  /** default 1 */
  readonly threshold?: number;
  /** five minutes each, all of which must be bad; default 1 */
  readonly periods?: number;
  /** what is alarming: that much or more, or less; nothing at all is less. Default: more */
  readonly when?: 'more' | 'less';
}

/** What an installation is watched for. */
export const watched = (scope: Construct, props: WatchedProps): readonly Watched[] => [
  ...props.workflows.map((workflow) => ({
    id: `${workflow.node.scope?.node.id}-failed`,
    metric: workflow.metricFailed({ period }),
    description: 'a workflow met something unforeseen; its deployment was marked as failed',
  })),
  ...lost(props),
  ...late(props),
  ...throttled(props),
  ...ruled(scope, props),
  {
    id: 'server-errors',
    metric: props.api.metricServerError({ period }),
    description: 'the API answered 5xx: the log has why',
  },
];

const lost = ({ installation, deadLetters, incoming }: WatchedProps): readonly Watched[] => [
  {
    id: 'dead-letters',
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
    description: 'an event was not handled: redrive it (docs/operations.md)',
  },
  {
    id: 'lost-files',
    metric: incoming.deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
    description: 'notifications of files could not be handled: mend the cause, then redrive them (docs/operations.md)',
  },
  {
    id: 'lost-callbacks',
    metric: measuresOf(installation).measure('CallbacksGivenUp'),
    description: 'nobody took a callback for a day: its line in the log names the deployment',
  },
  {
    id: 'stuck-operations',
    metric: measuresOf(installation).measure('OperationsSwept'),
    description: 'an operation whose workflow was gone had to be ended: something was lost and is mended, look for why',
  },
];

const late = ({ incoming, starter }: WatchedProps): readonly Watched[] => [
  {
    id: 'late-files',
    metric: incoming.queue.metricApproximateAgeOfOldestMessage({ period }),
    description: 'a file has waited for more than a quarter of an hour to be matched with the schedules',
    threshold: Duration.minutes(15).toSeconds(),
  },
  {
    id: 'late-operations',
    metric: starter.metricErrors({ period }),
    description: 'what was accepted could not be started for some minutes: deployments wait',
    threshold: 3,
  },
  {
    id: 'stopped-starter',
    metric: starter.metricInvocations({ period }),
    description: 'what starts waiting operations has not run for ten minutes: look at its rule, EventsStartOperations',
    periods: 2,
    when: 'less',
  },
];

/** A burst is waited out by retries; a quarter of an hour is not. */
const throttled = ({ tables }: WatchedProps): readonly Watched[] =>
  [
    {
      id: 'functions-throttled',
      metric: functionsThrottled(),
      description: 'functions of this account are refused for their number: raise the quota, or what they may use',
    },
    {
      id: 'transitions-throttled',
      metric: transitionsThrottled(),
      description: 'workflows of this account wait for their next step: raise the quota of state transitions',
    },
    ...Object.entries(tables).map(([name, table]) => ({
      id: `${name}-throttled`,
      metric: throttledAt(table),
      description: 'a table refuses requests for their number: a partition is too hot, or the account at its quota',
    })),
  ].map((one) => ({ ...one, periods: 3 }));

/** Every rule: what it can neither hand over nor put among the dead letters is gone. */
const ruled = (scope: Construct, { incoming }: WatchedProps): readonly Watched[] => {
  const own = scope.node.findAll().filter((one) => one instanceof Rule);
  const named = own.map(({ node, ruleName }) => [node.id, ruleName] as const);
  const others = incoming.followers.map(
    (name, n) => [n === 0 ? 'OtherBuckets' : `OtherBuckets${n + 1}`, name] as const,
  );
  return [...named, ...others].map(([id, ruleName]) => ({
    id: `${id}-lost`,
    metric: lostByRule(ruleName),
    description: 'a rule could not hand an event over, and could not keep it either',
  }));
};
