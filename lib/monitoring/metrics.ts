import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { StateTransitionMetric } from 'aws-cdk-lib/aws-stepfunctions';
import type { Cause } from '../../src/foundation/attention.ts';
import { type MetricName, namespace } from '../../src/observability/metric-names.ts';

export const period = Duration.minutes(5);

const sum = { namespace, statistic: 'Sum', period } as const;

/** The service's own metrics, of one installation: another one in the same account has its own name as dimension. */
export const metricsOf = (installation: string) => ({
  /** The sum of one metric. It has no label, because a label would turn an alarm into one of metric math. */
  metric: (name: MetricName, over = period): IMetric =>
    new Metric({ ...sum, metricName: name, dimensionsMap: { service: installation }, period: over }),

  /** The count of log lines that need attention for one cause. */
  attention: (cause: Cause): IMetric =>
    new Metric({ ...sum, metricName: 'NeedsAttention', dimensionsMap: { service: installation, cause } }),

  /** A metric for all values of its dimensions: a federation may bring providers that the configuration does not name. */
  everyMetric: (name: MetricName, dimensions: readonly string[], statistic = 'Sum'): IMetric =>
    new MathExpression({
      expression: `SEARCH('{${[namespace, 'service', ...dimensions].join(',')}} MetricName="${name}" service="${installation}"', '${statistic}', ${period.toSeconds()})`,
      usingMetrics: {},
      label: '',
      period,
    }),
});

/** Throttles of all functions of the account in this region. They share one quota, so one metric covers ours too. */
export const functionsThrottled = (): IMetric => LambdaFunction.metricAllThrottles({ period });

/** Throttles of all workflows of the account in this region, which share the quota. */
export const transitionsThrottled = (): IMetric =>
  StateTransitionMetric.metricThrottledEvents({ period, statistic: 'Sum' });

export type TableNames = Readonly<Record<string, { readonly tableName: string }>>;

/**
 * Throttles of all operations on a table and its indexes. DynamoDB counts each operation separately, and only when there
 * are throttles.
 */
export const throttledAt = ({ tableName }: TableNames[string]): IMetric =>
  new MathExpression({
    expression: `SELECT SUM(ThrottledRequests) FROM SCHEMA("AWS/DynamoDB", TableName, Operation) WHERE TableName = '${tableName}'`,
    usingMetrics: {},
    label: tableName,
    period,
  });

/**
 * Events that EventBridge could neither deliver nor put into the dead-letter queue. The metric does not count events in
 * that queue.
 */
export const lostByRule = (ruleName: string): IMetric =>
  new Metric({
    namespace: 'AWS/Events',
    metricName: 'FailedInvocations',
    dimensionsMap: { RuleName: ruleName },
    statistic: 'Sum',
    period,
  });
