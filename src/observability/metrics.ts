import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { loggedFields } from '../foundation/log.ts';
import { type CountedMetric, namespace, servedAs } from './metric-names.ts';

export type Emit = (metric: CountedMetric) => void;

let metrics: Metrics | undefined;

/**
 * Writes one line in the embedded metric format, with the ids it belongs to. CloudWatch turns it into a metric. Writes
 * nothing outside Lambda.
 */
export const emit: Emit = ({ name, value = 1, dimensions = {} }) => {
  if (process.env['AWS_LAMBDA_FUNCTION_NAME'] === undefined) return;
  metrics ??= new Metrics({ namespace, serviceName: servedAs() });
  const single = metrics.singleMetric();
  for (const [id, text] of Object.entries(loggedFields())) if (typeof text === 'string') single.addMetadata(id, text);
  if (Object.keys(dimensions).length > 0) single.addDimensions({ ...dimensions });
  single.addMetric(name, name === 'MinutesToComplete' ? MetricUnit.NoUnit : MetricUnit.Count, value);
};
