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

export type Pauses = Switch<Pause>;

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
