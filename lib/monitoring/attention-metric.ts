import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type MetricName, namespace } from '../../src/observability/metric-names.ts';

/**
 * Counts the log lines that need an operator (src/foundation/attention.ts): all of an installation together, and those of
 * each cause.
 */
export class AttentionMetric extends Construct {
  constructor(scope: Construct, id: string, logGroup: ILogGroup) {
    super(scope, id);
    const metricName: MetricName = 'NeedsAttention';
    const of = { logGroup, metricNamespace: namespace, metricName, filterPattern: FilterPattern.exists('$.attention') };
    new MetricFilter(this, 'All', { ...of, dimensions: { service: '$.service' } });
    new MetricFilter(this, 'ByCause', { ...of, dimensions: { service: '$.service', cause: '$.attention' } });
  }
}
