/** How often something is polled until it is ready, and what that uses of Step Functions: docs/decisions/0027. */

import { pauseSeconds } from '../../src/domain/deployments/record/pauses.ts';
import { nextOf } from '../../src/runtime/poll.ts';

export interface Waiting {
  /** seconds before each poll; the first one happens at once */
  readonly pauses: readonly number[];
  /** executions of the Express workflow `poll`, and their seconds in total */
  readonly runs: number;
  readonly seconds: number;
  /** waits in the workflow itself */
  readonly rests: number;
}

/** `lookSeconds`: the time that one poll takes. */
export const waitingFor = (readyAfterSeconds: number, lookSeconds = 0): Waiting => {
  const pauses: number[] = [];
  const counted = { runs: 0, seconds: 0, rests: 0 };
  let at = 0;
  let began: number | undefined;
  let pause = 0;
  for (;;) {
    pauses.push(pause);
    at += pause;
    if (began === undefined) {
      began = at;
      counted.runs += 1;
    }
    at += lookSeconds;
    const isReady = at >= readyAfterSeconds;
    pause = pauseSeconds(at);
    const next = nextOf(at - began, pause);
    if (isReady || next !== 'look') {
      counted.seconds += at - began + (!isReady && next === 'again' ? pause : 0);
      began = undefined;
      if (!isReady && next === 'rest') counted.rests += 1;
    }
    if (isReady) return { pauses, ...counted };
  }
};

/**
 * Transitions of the waiting workflow: each time the task that starts `poll`, the choice after it, and the wait before the
 * next.
 */
export const transitionsOf = ({ runs, rests }: Waiting): number => 2 * runs + rests;

/**
 * Events of the same: the task is entered, scheduled, started, ended and left; the choice and the wait are entered and
 * left.
 */
export const eventsOf = ({ runs, rests }: Waiting): number => 7 * runs + 2 * rests;
