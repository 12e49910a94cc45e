import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { StateTransitionMetric } from 'aws-cdk-lib/aws-stepfunctions';
import type { Cause } from '../../src/foundation/attention.ts';
import { type MeasureName, namespace } from '../../src/observability/measures.ts';

export const period = Duration.minutes(5);

const sum = { namespace, statistic: 'Sum', period } as const;

/** The service's own measures, of one installation: another in the same account counts under its own name. */
export const measuresOf = (installation: string) => ({
  /** One of them, in sum. Without a label, which would make an alarm one of metric math. */
  measure: (name: MeasureName, over = period): IMetric =>
    new Metric({ ...sum, metricName: name, dimensionsMap: { service: installation }, period: over }),

  /** What needs attention for one cause. */
  attention: (cause: Cause): IMetric =>
    new Metric({ ...sum, metricName: 'NeedsAttention', dimensionsMap: { service: installation, cause } }),

  /** All that there are of a measure, whatever values its dimensions have: providers may come from a federation. */
  everyMeasure: (name: MeasureName, dimensions: readonly string[], statistic = 'Sum'): IMetric =>
    new MathExpression({
      expression: `SEARCH('{${[namespace, 'service', ...dimensions].join(',')}} MetricName="${name}" service="${installation}"', '${statistic}', ${period.toSeconds()})`,
      usingMetrics: {},
      label: '',
      period,
    }),
});

/** Of all functions of the account in this region: they share what may run at once, so that one metric says it of ours too. */
export const functionsThrottled = (): IMetric => LambdaFunction.metricAllThrottles({ period });

/** Of all workflows of the account in this region, which share the quota. */
export const transitionsThrottled = (): IMetric =>
  StateTransitionMetric.metricThrottledEvents({ period, statistic: 'Sum' });

export type TableNames = Readonly<Record<string, { readonly tableName: string }>>;

/** Of all operations on a table and its indexes: DynamoDB counts each apart, and only when there is something to count. */
export const throttledAt = ({ tableName }: TableNames[string]): IMetric =>
  new MathExpression({
    expression: `SELECT SUM(ThrottledRequests) FROM SCHEMA("AWS/DynamoDB", TableName, Operation) WHERE TableName = '${tableName}'`,
    usingMetrics: {},
    label: tableName,
    period,
  });

/** What could be neither handed over nor put into the dead letters: EventBridge leaves out what it could keep. */
export const lostByRule = (ruleName: string): IMetric =>
  new Metric({
    namespace: 'AWS/Events',
    metricName: 'FailedInvocations',
    dimensionsMap: { RuleName: ruleName },
    statistic: 'Sum',
    period,
  });
