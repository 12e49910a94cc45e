import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type MeasureName, namespace } from '../../src/observability/measures.ts';

/**
 * Counts the log lines that need an operator (src/foundation/attention.ts): all of an installation together, and those of
 * each cause.
 */
export class Attention extends Construct {
  constructor(scope: Construct, id: string, logGroup: ILogGroup) {
    super(scope, id);
    const metricName: MeasureName = 'NeedsAttention';
    const of = { logGroup, metricNamespace: namespace, metricName, filterPattern: FilterPattern.exists('$.attention') };
    new MetricFilter(this, 'All', { ...of, dimensions: { service: '$.service' } });
    new MetricFilter(this, 'ByCause', { ...of, dimensions: { service: '$.service', cause: '$.attention' } });
  }
}
