import type { Deployment } from './types.ts';

/** Seconds since the beginning, and the seconds between two questions until then. */
const patience = [
  { until: 30, pause: 1 },
  { until: 120, pause: 2 },
  { until: 300, pause: 3 },
] as const;

/** Milliseconds until the next question: since an operation began or somebody watches it, and whether it is in progress. */
export const pollPause = (since: number, working: boolean): number => {
  if (!working) return 15_000;
  return 1_000 * (patience.find(({ until }) => since < until * 1_000)?.pause ?? 5);
};

/** Whether an operation is in progress. */
export const isWorking = (status: Deployment['status']): boolean => status.endsWith('_IN_PROGRESS');
