import { beforeAll, describe, expect, it } from 'vitest';
import { kind } from '../grants-text.ts';
import { exampleConfiguration, templates, workflows } from '../stacks.ts';

interface Drawn {
  readonly stat?: string;
  readonly yAxis?: string;
  readonly expression?: string;
}

interface Widget {
  readonly properties: { readonly title: string; readonly metrics: readonly (readonly (string | Drawn)[])[] };
}

/** `Namespace Metric Dimension=value Sum`, on the right axis with `> ` before it; an expression as it is. */
const lineOf = (metric: readonly (string | Drawn)[]): string => {
  const texts = metric.filter((part) => typeof part === 'string');
  const [drawn = {}] = metric.filter((part) => typeof part === 'object');
  const [namespace, name, ...pairs] = texts;
  const dimensions = pairs.map((part, at) => (at % 2 === 0 ? ` ${part}=` : part)).join('');
  const said = drawn.expression ?? `${namespace} ${name}${dimensions} ${drawn.stat ?? 'Average'}`;
  return `${drawn.yAxis === 'right' ? '> ' : ''}${said}`;
};

const throttledAt = (table: string) =>
  `SELECT SUM(ThrottledRequests) FROM SCHEMA("AWS/DynamoDB", TableName, Operation) WHERE TableName = '${table}'`;
const ofWorkflows = (metric: string, statistic: string) =>
  workflows.map((name) => `AWS/States ${metric} StateMachineArn=${name} ${statistic}`);

const queued = (queue: string) => `AWS/SQS ApproximateNumberOfMessagesVisible QueueName=${queue} Maximum`;

const counted = {
  'Deployments by outcome': [
    `SEARCH('{Toscanini,service,outcome} MetricName="Deployments" service="toscanini"', 'Sum', 300)`,
  ],
  'Attempts by provider': [
    `SEARCH('{Toscanini,service,provider,outcome} MetricName="Attempts" service="toscanini"', 'Sum', 300)`,
  ],
  'Minutes to complete': [
    `SEARCH('{Toscanini,service,kind} MetricName="MinutesToComplete" service="toscanini"', 'p50', 300)`,
    `SEARCH('{Toscanini,service,kind} MetricName="MinutesToComplete" service="toscanini"', 'p90', 300)`,
  ],
  'Files matched': ['Toscanini FilesMatched service=toscanini Sum'],
  'Callbacks given up, operations swept': [
    'Toscanini CallbacksGivenUp service=toscanini Sum',
    'Toscanini OperationsSwept service=toscanini Sum',
    'Toscanini OperationsResumed service=toscanini Sum',
  ],
};

const kept = {
  'Dead letters': [queued('EventsDeadLetters'), queued('IncomingDeadLetters')],
  Requests: [
    'AWS/ApiGateway Count ApiName=toscanini SampleCount',
    '> AWS/ApiGateway 4XXError ApiName=toscanini Sum',
    '> AWS/ApiGateway 5XXError ApiName=toscanini Sum',
  ],
  Latency: ['AWS/ApiGateway Latency ApiName=toscanini p50', 'AWS/ApiGateway Latency ApiName=toscanini p99'],
  'Workflows started': ofWorkflows('ExecutionsStarted', 'Sum'),
  'Workflows failed': ofWorkflows('ExecutionsFailed', 'Sum'),
  'Time of a workflow': ofWorkflows('ExecutionTime', 'p90'),
  'Files waiting to be matched': [
    queued('IncomingQueue'),
    '> AWS/SQS ApproximateAgeOfOldestMessage QueueName=IncomingQueue Maximum',
  ],
  Throttled: [
    'AWS/Lambda Throttles Sum',
    'AWS/States ThrottledEvents ServiceMetric=StateTransition Sum',
    ...['Deployments', 'Resources', 'Schedules', 'ScheduleEvents'].map(throttledAt),
  ],
};

describe('the dashboard', () => {
  let shown: Readonly<Record<string, readonly string[]>>;
  beforeAll(() => {
    const { service } = templates({ ...exampleConfiguration, dashboard: true });
    const [dashboard] = Object.values(service.findResources('AWS::CloudWatch::Dashboard'));
    const { widgets } = JSON.parse(kind(dashboard?.['Properties'].DashboardBody)) as { widgets: readonly Widget[] };
    shown = Object.fromEntries(widgets.map(({ properties }) => [properties.title, properties.metrics.map(lineOf)]));
  });

  it('is there where it is configured only', () => {
    const { service } = templates(exampleConfiguration);
    service.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
    expect(Object.keys(service.findOutputs('*')).filter((name) => name.startsWith('Dashboard'))).toEqual([]);
  });

  it('shows what the service counts of itself', () => {
    expect(shown).toMatchObject(counted);
  });

  it('shows what AWS counts of it beside that, and no more', () => {
    expect(shown).toEqual({ ...counted, ...kept });
  });
});
