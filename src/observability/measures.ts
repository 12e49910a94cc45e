/** What is counted, and under which names: written by metrics.ts, shown by lib/monitoring/dashboard.ts, watched by lib/monitoring/alarms.ts (docs/logs-and-metrics.md). */

export const namespace = 'Toscanini';

/** A dimension of every measure, as Powertools writes it: the installation's name, and this where it has none of its own. */
export const service = 'toscanini';
export const servedAs = (): string => process.env['POWERTOOLS_SERVICE_NAME'] || service;

/**
 * OrphansDestroyed: infrastructures that nobody needed, found and destroyed. OrphansLeft: those that could not be destroyed for a
 * month. DependencyUnavailable and DependencyRefusedCredentials, with the dimension `dependency`: every five minutes as long as
 * it is away, or refuses the installation's credentials; nothing is counted while all is well.
 */
export type MeasureName =
  | 'Deployments'
  /** 2 for an operation that failed, -1 for a good one: above 0 where more than a third fails */
  | 'OutcomeBalance'
  | 'MinutesToComplete'
  | 'Attempts'
  | 'CallbacksGivenUp'
  | 'FilesMatched'
  | 'OperationsSwept'
  | 'OperationsResumed'
  | 'OrphansDestroyed'
  | 'OrphansLeft'
  | 'DependencyUnavailable'
  | 'DependencyRefusedCredentials'
  /** lines of the log with `attention`: lib/monitoring/attention.ts makes the metric of them */
  | 'NeedsAttention';

export interface Measure {
  readonly name: MeasureName;
  /** default 1 */
  readonly value?: number;
  readonly dimensions?: { readonly [name: string]: string };
}
