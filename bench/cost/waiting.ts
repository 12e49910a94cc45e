/** How often something is looked at until it is ready, and what that takes of Step Functions: docs/decisions/0027. */

import { pauseSeconds } from '../../src/domain/deployments/record/pauses.ts';
import { nextOf } from '../../src/runtime/poll.ts';

export interface Waiting {
  /** seconds before each look, the first one at once */
  readonly pauses: readonly number[];
  /** executions of the Express workflow `poll`, and the seconds that they last in all */
  readonly runs: number;
  readonly seconds: number;
  /** pauses in the workflow itself */
  readonly rests: number;
}

/** `lookSeconds`: how long a look takes. */
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

/** Of the workflow that waits, each time: the task that starts `poll`, the choice after it, and the wait before the next. */
export const transitionsOf = ({ runs, rests }: Waiting): number => 2 * runs + rests;

/** The task is entered, scheduled, started, ended and left; the choice and the wait are entered and left. */
export const eventsOf = ({ runs, rests }: Waiting): number => 7 * runs + 2 * rests;
