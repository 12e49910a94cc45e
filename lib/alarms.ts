import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

export interface AlarmsProps {
  readonly workflows: readonly StateMachine[];
  readonly api: RestApi;
  readonly deadLetters: Queue;
}

/**
 * Alarms that mean something is lost or broken. A deployment that fails in an orderly way is no alarm: its workflow
 * succeeds in recording it. A workflow that itself fails met something unforeseen.
 */
export const addAlarms = (scope: Construct, { workflows, api, deadLetters }: AlarmsProps): void => {
  const period = Duration.minutes(5);
  const failures = workflows.map((workflow) => ({
    id: `${workflow.node.scope?.node.id}-failed`,
    metric: workflow.metricFailed({ period }),
    description: 'a workflow met something unforeseen; its deployment was marked as failed',
  }));
  const alarms: readonly { id: string; metric: IMetric; description: string }[] = [
    ...failures,
    {
      id: 'dead-letters',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
      description: 'an event was not handled: redrive it',
    },
    { id: 'server-errors', metric: api.metricServerError({ period }), description: 'the API answered 5xx' },
  ];
  for (const { id, metric, description } of alarms) {
    new Alarm(scope, `Alarm-${id}`, {
      metric,
      alarmDescription: description,
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
  const dashboard = new Dashboard(scope, 'Dashboard');
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
  );
};
