import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Dashboard, GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { IncomingFiles } from '../data/file-events.ts';
import {
  functionsThrottled,
  metricsOf,
  period,
  type TableNames,
  throttledAt,
  transitionsThrottled,
} from './metrics.ts';

export interface DashboardProps {
  /** name of the installation, a dimension of its metrics */
  readonly installation: string;
  readonly workflows: readonly StateMachine[];
  readonly api: SpecRestApi;
  readonly incoming: IncomingFiles;
  /** queue of events that no function could handle */
  readonly deadLetters: Queue;
  readonly tables: TableNames;
}

/** Shows how much work there is, how long it takes and what fails: first the service's own metrics, then those of AWS. */
export const addDashboard = (
  scope: Construct,
  { installation, workflows, api, incoming, deadLetters, tables }: DashboardProps,
): Dashboard => {
  const dashboard = new Dashboard(scope, 'Dashboard');
  const { metric, everyMetric } = metricsOf(installation);
  const queued = (queue: Queue) => queue.metricApproximateNumberOfMessagesVisible({ period });
  dashboard.addWidgets(
    new GraphWidget({ title: 'Deployments by outcome', left: [everyMetric('Deployments', ['outcome'])] }),
    new GraphWidget({ title: 'Attempts by provider', left: [everyMetric('Attempts', ['provider', 'outcome'])] }),
    new GraphWidget({
      title: 'Minutes to complete',
      left: ['p50', 'p90'].map((statistic) => everyMetric('MinutesToComplete', ['kind'], statistic)),
    }),
    new GraphWidget({
      title: 'Files matched',
      left: [metric('FilesMatched')],
    }),
    new GraphWidget({
      title: 'Callbacks given up, operations swept',
      left: [metric('CallbacksGivenUp'), metric('OperationsSwept'), metric('OperationsResumed')],
    }),
    new GraphWidget({ title: 'Dead letters', left: [queued(deadLetters), queued(incoming.deadLetters)] }),
  );
  dashboard.addWidgets(
    new GraphWidget({
      title: 'Requests',
      left: [api.metricCount({ period })],
      right: [api.metricClientError({ period }), api.metricServerError({ period })],
    }),
    new GraphWidget({
      title: 'Latency',
      left: [api.metricLatency({ period, statistic: 'p50' }), api.metricLatency({ period, statistic: 'p99' })],
    }),
    new GraphWidget({
      title: 'Workflows started',
      left: workflows.map((workflow) => workflow.metricStarted({ period })),
    }),
    new GraphWidget({
      title: 'Workflows failed',
      left: workflows.map((workflow) => workflow.metricFailed({ period })),
    }),
    new GraphWidget({
      title: 'Time of a workflow',
      left: workflows.map((workflow) => workflow.metricTime({ period, statistic: 'p90' })),
    }),
    new GraphWidget({
      title: 'Files waiting to be matched',
      left: [queued(incoming.queue)],
      right: [incoming.queue.metricApproximateAgeOfOldestMessage({ period })],
    }),
    new GraphWidget({
      title: 'Throttled',
      left: [functionsThrottled(), transitionsThrottled(), ...Object.values(tables).map(throttledAt)],
    }),
  );
  return dashboard;
};
