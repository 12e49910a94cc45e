/**
 * The names of the metrics: written by metrics.ts, shown by lib/monitoring/dashboard.ts, watched by
 * lib/monitoring/alarms.ts (docs/logs-and-metrics.md).
 */

export const namespace = 'Toscanini';

/** A dimension of every metric, as Powertools writes it: the installation's name, or this if it has none. */
export const service = 'toscanini';
export const servedAs = (): string => process.env['POWERTOOLS_SERVICE_NAME'] || service;

/**
 * - OrphansDestroyed: orphans that the sweep found and destroyed.
 * - OrphansLeft: orphans that could not be destroyed for a month.
 * - DependencyUnavailable and DependencyRefusedCredentials, with the dimension `dependency`: counted every five minutes
 *   while a dependency does not answer, or refuses the installation's credentials. While all is well, nothing is counted.
 */
export type MetricName =
  | 'Deployments'
  /** 2 for a failed operation, -1 for a successful one: the sum is above 0 if more than a third fails */
  | 'OutcomeBalance'
  | 'MinutesToComplete'
  | 'Attempts'
  | 'CallbacksGivenUp'
  | 'FilesMatched'
  | 'OperationsSwept'
  | 'OperationsResumed'
  | 'OrphansDestroyed'
  | 'OrphansLeft'
  /** checks of what stands, with the dimension `verdict` */
  | 'DriftChecks'
  /** findings that differ from the one before; the value is the number of things that have drifted, 0: in order again */
  | 'DriftFound'
  | 'DependencyUnavailable'
  | 'DependencyRefusedCredentials'
  /** lines of the log with `attention`: lib/monitoring/attention-metric.ts makes this metric from them */
  | 'NeedsAttention';

export interface CountedMetric {
  readonly name: MetricName;
  /** default 1 */
  readonly value?: number;
  readonly dimensions?: { readonly [name: string]: string };
}
