import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type MeasureName, namespace, service } from '../src/observability/measures.ts';

export const period = Duration.minutes(5);

/** One of the service's own measures. Without a label, which would make an alarm one of metric math. */
export const measure = (
  name: MeasureName,
  dimensions: Readonly<Record<string, string>> = {},
  statistic = 'Sum',
): IMetric =>
  new Metric({
    namespace,
    metricName: name,
    dimensionsMap: { service, ...dimensions },
    statistic,
    period,
  });

/** All that there are of a measure, whatever values its dimensions have: providers may come from a federation. */
export const everyMeasure = (name: MeasureName, dimensions: readonly string[], statistic = 'Sum'): IMetric =>
  new MathExpression({
    expression: `SEARCH('{${[namespace, 'service', ...dimensions].join(',')}} MetricName="${name}"', '${statistic}', ${period.toSeconds()})`,
    usingMetrics: {},
    label: '',
    period,
  });
