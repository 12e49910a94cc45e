import { Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { IncomingFiles } from '../data/file-events.ts';
import { metricsOf, period, type TableNames } from './metrics.ts';

export interface AlarmSources {
  /** name of the installation, a dimension of its metrics */
  readonly installation: string;
  readonly workflows: readonly StateMachine[];
  readonly api: SpecRestApi;
  /** queue of events that no function could handle */
  readonly deadLetters: Queue;
  readonly incoming: IncomingFiles;
  /** starts, every minute, operations that were accepted and never started */
  readonly starter: IFunction;
  readonly tables: TableNames;
}

export interface AlarmDefinition {
  readonly id: string;
  readonly metric: IMetric;
  readonly description: string;
  /** default 1 */
  readonly threshold?: number;
  /** number of periods of the metric that must all be bad; default 1 */
  readonly periods?: number;
  /** meaning of missing data; default: good */
  readonly silence?: 'good' | 'bad';
}

/** The alarms of every installation. Each alarm costs money, so causes with the same remedy, reading the log, share one. */
export const alarmDefinitions = ({
  installation,
  api,
  deadLetters,
  incoming,
  starter,
}: AlarmSources): readonly AlarmDefinition[] => [
  {
    id: 'needs-attention',
    metric: metricsOf(installation).metric('NeedsAttention'),
    description:
      'something failed that does not recover by itself: the log line with "attention" says what failed and what to do',
  },
  {
    id: 'failing-deployments',
    metric: metricsOf(installation).metric('OutcomeBalance', Duration.hours(3)),
    description: 'more than a third of the operations of the last three hours failed, and at least four',
    threshold: 8,
  },
  {
    id: 'dead-letters',
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
    description: 'an event was not handled: redrive it (docs/operations.md)',
  },
  {
    id: 'lost-files',
    metric: incoming.deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
    description: 'notifications of files could not be handled: fix the cause, then redrive them (docs/operations.md)',
  },
  {
    id: 'late-files',
    metric: incoming.queue.metricApproximateAgeOfOldestMessage({ period }),
    description: 'a file has waited more than 15 minutes to be matched with the schedules',
    threshold: Duration.minutes(15).toSeconds(),
  },
  {
    id: 'late-operations',
    // Lambda counts a run without an error as 0, so the average is the share of failed runs
    metric: starter.metricErrors({ period, statistic: 'Average' }),
    description: 'the function that starts waiting operations has failed or not run for ten minutes: deployments wait',
    threshold: 0.6,
    periods: 2,
    silence: 'bad',
  },
  {
    id: 'server-errors',
    metric: api.metricServerError({ period }),
    description: 'the API answered 5xx: the log says why',
  },
];
