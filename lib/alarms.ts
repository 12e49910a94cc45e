import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { IncomingFiles } from './file-events.ts';
import { measure, period } from './measures.ts';

export interface AlarmsProps {
  readonly workflows: readonly StateMachine[];
  readonly api: RestApi;
  /** of events that no function could handle */
  readonly deadLetters: Queue;
  readonly incoming: IncomingFiles;
  /** starts what was accepted and never begun, every minute */
  readonly starter: IFunction;
  /** who is told; absent: the alarms are there, and nobody is */
  readonly email: string | undefined;
}

interface Watched {
  readonly id: string;
  readonly metric: IMetric;
  readonly description: string;
  /** default 1 */
  readonly threshold?: number;
}

/**
 * Alarms that mean something is lost or late. A deployment that fails in an orderly way is no alarm: its workflow
 * succeeds in recording it. A workflow that itself fails met something unforeseen.
 */
export const addAlarms = (scope: Construct, props: AlarmsProps): void => {
  const topic = props.email === undefined ? undefined : mailbox(scope, props.email);
  for (const { id, metric, description, threshold } of watched(props)) {
    const alarm = new Alarm(scope, `Alarm-${id}`, {
      metric,
      alarmDescription: description,
      threshold: threshold ?? 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (topic !== undefined) alarm.addAlarmAction(new SnsAction(topic));
  }
};

const watched = ({ workflows, api, deadLetters, incoming, starter }: AlarmsProps): readonly Watched[] => [
  ...workflows.map((workflow) => ({
    id: `${workflow.node.scope?.node.id}-failed`,
    metric: workflow.metricFailed({ period }),
    description: 'a workflow met something unforeseen; its deployment was marked as failed',
  })),
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
    id: 'lost-callbacks',
    metric: measure('CallbacksGivenUp'),
    description: 'nobody took a callback for a day: its line in the log names the deployment',
  },
  { id: 'server-errors', metric: api.metricServerError({ period }), description: 'the API answered 5xx' },
];

const mailbox = (scope: Construct, address: string): Topic => {
  const topic = new Topic(scope, 'AlarmMail', { displayName: 'Toscanini', enforceSSL: true });
  topic.addSubscription(new EmailSubscription(address));
  return topic;
};
