/** What is counted, and under which names: written by metrics.ts, shown by lib/dashboard.ts, watched by lib/alarms.ts (docs/decisions/0022). */

export const namespace = 'Toscanini';

/** A dimension of every measure, as Powertools writes it: the installation's name, and this where it has none of its own. */
export const service = 'toscanini';
export const servedAs = (): string => process.env['POWERTOOLS_SERVICE_NAME'] || service;

export type MeasureName =
  | 'Deployments'
  | 'MinutesToComplete'
  | 'Attempts'
  | 'CallbacksGivenUp'
  | 'FilesMatched'
  | 'OperationsSwept'
  | 'OperationsResumed';

export interface Measure {
  readonly name: MeasureName;
  /** default 1 */
  readonly value?: number;
  readonly dimensions?: { readonly [name: string]: string };
}
