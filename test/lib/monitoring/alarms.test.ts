import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ConfigurationInput, configuration } from '../../../lib/configuration/configuration.ts';
import { causes } from '../../../src/foundation/attention.ts';
import { flat, kind } from '../grants-text.ts';
import { exampleConfiguration, templates, workflows } from '../stacks.ts';

type Properties = Readonly<Record<string, unknown>>;

const serviceOf = (input: ConfigurationInput): Template => templates(input).service;
const alarmsOf = (service: Template): readonly (readonly [string, Properties])[] =>
  Object.entries(service.findResources('AWS::CloudWatch::Alarm')).map(([id, resource]) => [
    id.replace(/^Alarm|[0-9A-F]{8}$/g, ''),
    resource['Properties'],
  ]);

/** `Namespace Metric(Dimension=value), Sum, 300 s` */
const metricOf = (alarm: Properties): string => {
  const dimensions = (alarm['Dimensions'] ?? []) as readonly { readonly Name: string; readonly Value: unknown }[];
  const named = dimensions.map(({ Name, Value }) => `${Name}=${kind(Value)}`).join(', ');
  return `${alarm['Namespace']} ${alarm['MetricName']}(${named}), ${alarm['Statistic']}, ${alarm['Period']} s`;
};

/** `SELECT …, 300 s`: a query of Metrics Insights, which the alarm must hold alone. */
const queryOf = (alarm: Properties): string => {
  const metrics = alarm['Metrics'] as readonly Readonly<Record<string, unknown>>[];
  expect(metrics).toMatchObject([{ ReturnData: true }]);
  return metrics.map(({ Expression, Period }) => `${kind(Expression)}, ${Period} s`).join();
};

const rowOf = ([id, alarm]: readonly [string, Properties]): readonly [string, string, string] => [
  id,
  alarm['Metrics'] === undefined ? metricOf(alarm) : queryOf(alarm),
  `${alarm['ComparisonOperator']} ${alarm['Threshold']}, ${alarm['EvaluationPeriods']} of ${alarm['DatapointsToAlarm'] ?? alarm['EvaluationPeriods']}, missing is ${alarm['TreatMissingData']}`,
];

const once = 'GreaterThanOrEqualToThreshold 1, 1 of 1, missing is notBreaching';
const quarter = 'GreaterThanOrEqualToThreshold 1, 3 of 3, missing is notBreaching';
const failed = (workflow: string) =>
  [`${workflow}failed`, `AWS/States ExecutionsFailed(StateMachineArn=${workflow}), Sum, 300 s`, once] as const;
const lostBy = (rule: string) => `AWS/Events FailedInvocations(RuleName=${rule}), Sum, 300 s`;
const visible = (queue: string) => `AWS/SQS ApproximateNumberOfMessagesVisible(QueueName=${queue}), Maximum, 300 s`;
const throttledRequests = (table: string) =>
  `SELECT SUM(ThrottledRequests) FROM SCHEMA("AWS/DynamoDB", TableName, Operation) WHERE TableName = '${table}', 300 s`;
const cause = (name: string) =>
  [name.replaceAll('-', ''), `Toscanini NeedsAttention(cause=${name}, service=toscanini), Sum, 300 s`, once] as const;
const byId = (one: readonly string[], other: readonly string[]) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1);

describe('the alarms', () => {
  let service: Template;
  beforeAll(() => {
    service = serviceOf(exampleConfiguration);
  });

  it('are these, and no others', () => {
    expect(alarmsOf(service).map(rowOf).toSorted(byId)).toEqual([
      ['deadletters', visible('EventsDeadLetters'), once],
      [
        'failingdeployments',
        'Toscanini OutcomeBalance(service=toscanini), Sum, 10800 s',
        'GreaterThanOrEqualToThreshold 8, 1 of 1, missing is notBreaching',
      ],
      [
        'latefiles',
        'AWS/SQS ApproximateAgeOfOldestMessage(QueueName=IncomingQueue), Maximum, 300 s',
        'GreaterThanOrEqualToThreshold 900, 1 of 1, missing is notBreaching',
      ],
      [
        'lateoperations',
        'AWS/Lambda Errors(FunctionName=eventssweepworkflows), Average, 300 s',
        'GreaterThanOrEqualToThreshold 0.6, 2 of 2, missing is breaching',
      ],
      ['lostfiles', visible('IncomingDeadLetters'), once],
      ['needsattention', 'Toscanini NeedsAttention(service=toscanini), Sum, 300 s', once],
      ['servererrors', 'AWS/ApiGateway 5XXError(ApiName=toscanini), Sum, 300 s', once],
    ]);
  });

  it('are these beside them where each cause is to have its own', () => {
    const detailed = { ...exampleConfiguration, files: { buckets: ['their-bucket'] }, alarms: { detailed: true } };
    const more = alarmsOf(serviceOf(detailed)).filter(([id]) => alarmsOf(service).every(([other]) => id !== other));
    expect(more.map(rowOf).toSorted(byId)).toEqual(
      [
        ...causes.map(cause),
        ...workflows.map(failed),
        ['CheckDependencieslost', lostBy('EventsCheckDependencies'), once],
        ['CheckDeploymentslost', lostBy('EventsCheckDeployments'), once],
        ['DriftDetectedlost', lostBy('EventsDriftDetected'), once],
        ['EndDeploymentslost', lostBy('EventsEndDeployments'), once],
        ['ExecutionEndedlost', lostBy('EventsExecutionEnded'), once],
        ['SweepWorkflowslost', lostBy('EventsSweepWorkflows'), once],
        ['SweepOrphanslost', lostBy('EventsSweepOrphans'), once],
        ['SweepUnrecordedlost', lostBy('EventsSweepUnrecorded'), once],
        ['OtherBucketslost', lostBy('toscanini-other-buckets'), once],
        ['deploymentsthrottled', throttledRequests('Deployments'), quarter],
        ['functionsthrottled', 'AWS/Lambda Throttles(), Sum, 300 s', quarter],
        ['resourcesthrottled', throttledRequests('Resources'), quarter],
        ['scheduleEventsthrottled', throttledRequests('ScheduleEvents'), quarter],
        ['schedulesthrottled', throttledRequests('Schedules'), quarter],
        ['transitionsthrottled', 'AWS/States ThrottledEvents(ServiceMetric=StateTransition), Sum, 300 s', quarter],
      ].toSorted(byId as never),
    );
  });

  it('ring for lines of the log with "attention", of this installation and, one by one, of their cause', () => {
    const filters = Object.values(service.findResources('AWS::Logs::MetricFilter')).map(({ Properties }) => Properties);
    const dimensions = [
      [{ Key: 'service', Value: '$.service' }],
      [
        { Key: 'service', Value: '$.service' },
        { Key: 'cause', Value: '$.attention' },
      ],
    ];
    expect(filters).toMatchObject(
      dimensions.map((Dimensions) => ({
        FilterPattern: '{ $.attention = "*" }',
        LogGroupName: { Ref: expect.stringMatching(/^LogsFunctions/) },
        MetricTransformations: [
          { MetricNamespace: 'Toscanini', MetricName: 'NeedsAttention', MetricValue: '1', Dimensions },
        ],
      })),
    );
  });

  it('ring where four operations fail and none succeeds, and where more than a third fails', () => {
    const [, { Threshold } = {}] = alarmsOf(service).find(([id]) => id === 'failingdeployments') ?? [];
    const balance = (failures: number, good: number) => 2 * failures - good >= Number(Threshold);
    expect([balance(3, 0), balance(4, 0), balance(4, 1), balance(40, 60), balance(30, 70)]).toEqual([
      ...[false, true, false, true, false],
    ]);
  });

  it('tell what is wrong, and all of one topic, of which the installation says where it is', () => {
    for (const [id, { AlarmActions, AlarmDescription, ActionsEnabled }] of alarmsOf(service)) {
      expect(AlarmActions, id).toEqual([{ Ref: expect.stringMatching(/^AlarmMail/) }]);
      expect(String(AlarmDescription).length, id).toBeGreaterThan(20);
      expect(ActionsEnabled, id).not.toBe(false);
    }
    service.resourceCountIs('AWS::SNS::Topic', 1);
    service.resourceCountIs('AWS::SNS::Subscription', 0);
    service.hasOutput('AlarmTopic', { Value: { Ref: Match.stringLikeRegexp('^AlarmMail') } });
  });

  it('may publish to it, over TLS', () => {
    const [policy] = Object.values(service.findResources('AWS::SNS::TopicPolicy'));
    const said = policy?.['Properties'].PolicyDocument.Statement.map((statement: Properties) => ({
      ...statement,
      Condition: JSON.stringify(statement['Condition']).replace(/\{"Fn::Join".*?alarm:\*"\]\]\}/, '"alarms"'),
    }));
    expect(said).toMatchObject([
      { Effect: 'Deny', Action: 'sns:Publish', Condition: '{"Bool":{"aws:SecureTransport":"false"}}' },
      {
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: '{"ArnLike":{"aws:SourceArn":"alarms"}}',
      },
    ]);
  });

  it('tell a mail address and a topic of the team’s, when they are configured', () => {
    const topicArn = 'arn:aws:sns:eu-south-1:111111111111:on-call';
    const told = serviceOf({ ...exampleConfiguration, alarms: { email: 'cloud-team@example.org', topicArn } });
    told.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'cloud-team@example.org' });
    expect(alarmsOf(told)).toHaveLength(alarmsOf(service).length);
    for (const [, { AlarmActions }] of alarmsOf(told))
      expect((AlarmActions as unknown[]).map(flat)).toEqual([expect.stringMatching(/^AlarmMail/), topicArn]);
    expect(() => configuration({ ...exampleConfiguration, alarms: { topicArn: 'on-call' } })).toThrow(/topicArn/);
  });
});
