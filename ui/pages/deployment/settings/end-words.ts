/** When a deployment is deleted by itself, in words. */

import { duration } from '../../../parts/durations.ts';

/** milliseconds: from here on the end is a warning */
const soon = 24 * 3_600_000;

export interface End {
  readonly words: string;
  readonly isSoon: boolean;
}

/** `now`: milliseconds by the clock of the service. */
export const endOf = (expiresAt: string, now: number): End => {
  const left = Date.parse(expiresAt) - now;
  // the service looks every five minutes
  if (left <= 0) return { words: 'its time is over: it is deleted within minutes', isSoon: true };
  return { words: `ends in ${duration(left)}`, isSoon: left < soon };
};

export const units = { hours: 'h', days: 'd', weeks: 'w' } as const;
export type Unit = keyof typeof units;
