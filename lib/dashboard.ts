import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Dashboard, GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { IncomingFiles } from './file-events.ts';

export interface DashboardProps {
  readonly workflows: readonly StateMachine[];
  readonly api: RestApi;
  readonly incoming: IncomingFiles;
}

const period = Duration.minutes(5);

/** How much there is to do, how long it takes, and what fails: by the metrics that AWS keeps of itself. */
export const addDashboard = (scope: Construct, { workflows, api, incoming }: DashboardProps): Dashboard => {
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
    new GraphWidget({
      title: 'Time of a workflow',
      left: workflows.map((workflow) => workflow.metricTime({ period, statistic: 'p90' })),
    }),
    new GraphWidget({
      title: 'Files waiting to be matched',
      left: [incoming.queue.metricApproximateNumberOfMessagesVisible({ period })],
      right: [incoming.queue.metricApproximateAgeOfOldestMessage({ period })],
    }),
  );
  return dashboard;
};
