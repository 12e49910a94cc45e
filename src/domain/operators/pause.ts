/** An administrator holds back everything that begins work: docs/decisions/0096. */

import { PausedError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Switch } from './switches.ts';

export interface Pause {
  /** ISO 8601 instant, UTC */
  readonly since: string;
  readonly by: Identity;
  /** told to everybody who signs in */
  readonly reason: string;
}

/** A pause that is over. */
export interface PastPause {
  readonly since: string;
  /** ISO 8601 instant, UTC */
  readonly until: string;
}

export interface Pauses extends Switch<Pause> {
  /** those of the last year; a pause is among them from the write that ends it on */
  past(): Promise<readonly PastPause[]>;
}

/** What tells how long the installation was paused; absent: nobody can pause it. */
export interface PauseTimes {
  readonly pauses?: Pick<Pauses, 'current' | 'past'> | undefined;
}

/** How long it was paused from an instant on until now, in milliseconds. The present pause is read first: one that ends meanwhile counts once all the same. */
export const pausedSince = async ({ pauses }: PauseTimes, from: string, now: Date): Promise<number> => {
  if (pauses === undefined) return 0;
  const current = await pauses.current();
  const past = await pauses.past();
  const all = new Map(past.map(({ since, until }) => [since, until]));
  if (current && !all.has(current.since)) all.set(current.since, now.toISOString());
  const lengths = [...all].map(
    ([since, until]) => Math.min(Date.parse(until), now.getTime()) - Math.max(Date.parse(since), Date.parse(from)),
  );
  return lengths.reduce((sum, length) => sum + Math.max(0, length), 0);
};

export interface PausePorts {
  /** absent: nobody can pause it */
  readonly pauses?: Pick<Pauses, 'current'> | undefined;
}

export const isPaused = async ({ pauses }: PausePorts): Promise<boolean> => (await pauses?.current()) !== undefined;

/** PausedError with the words of the administrator. What was accepted before goes on, so this is asked once, before work begins. */
export const requireNoPause = async ({ pauses }: PausePorts): Promise<void> => {
  const pause = await pauses?.current();
  if (pause === undefined) return;
  throw new PausedError(
    `the installation has been paused since ${pause.since}: ${pause.reason}; what runs goes on, and deleting and reading work: try this again when the pause is over`,
  );
};
