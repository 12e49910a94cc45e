import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Configuration } from '../configuration/configuration.ts';
import { type AlarmSources, alarmDefinitions } from './alarm-definitions.ts';
import { detailedAlarms } from './detailed-alarms.ts';

export interface AlarmsProps extends AlarmSources {
  /** who gets the alarms, besides the topic's own subscribers */
  readonly alarms: Configuration['alarms'];
}

/**
 * Adds the alarms: something is lost or late, or fails again and again. One deployment that fails in the normal way is no
 * alarm: its workflow records the failure and succeeds. Returns the topic of all alarms.
 */
export const addAlarms = (scope: Construct, props: AlarmsProps): Topic => {
  const topic = ownTopic(scope, props.alarms.email);
  const others =
    props.alarms.topicArn === undefined ? [] : [Topic.fromTopicArn(scope, 'AlarmsToo', props.alarms.topicArn)];
  const all = [...alarmDefinitions(props), ...(props.alarms.detailed ? detailedAlarms(scope, props) : [])];
  for (const { id, metric, description, threshold, periods, silence } of all) {
    const alarm = new Alarm(scope, `Alarm-${id}`, {
      metric,
      alarmDescription: description,
      threshold: threshold ?? 1,
      evaluationPeriods: periods ?? 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: silence === 'bad' ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(...[topic, ...others].map((one) => new SnsAction(one)));
  }
  return topic;
};

/**
 * The topic's policy names the alarms, because a topic with its own policy no longer allows the whole account. The topic
 * has no KMS key, because CloudWatch would need access to it; a message has only an alarm's name and description.
 */
const ownTopic = (scope: Construct, address: string | undefined): Topic => {
  const topic = new Topic(scope, 'AlarmMail', { displayName: 'Toscanini', enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { ArnLike: { 'aws:SourceArn': alarmsOf(Stack.of(scope)) } },
    }),
  );
  if (address !== undefined) topic.addSubscription(new EmailSubscription(address));
  return topic;
};

const alarmsOf = (stack: Stack): string =>
  stack.formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: '*',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
