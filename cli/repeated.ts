import { isPassing, mostLost } from '../client/index.ts';
import type { CliContext } from './context.ts';

/** milliseconds */
const pause = 2_000;

/**
 * Calls `step` again and again, until it says `ended` or the user presses Ctrl-C. A service that was met and does not answer
 * for some minutes, such as one that is started again, is asked as long as a follower of a deployment asks it. `isMet`: it has
 * answered this command before.
 */
export const repeated = async (
  { sleep, interrupted }: Pick<CliContext, 'sleep' | 'interrupted'>,
  step: () => Promise<'more' | 'ended'>,
  isMet = false,
): Promise<'ended' | 'interrupted'> => {
  try {
    for (let met = isMet, lost = 0; ; await sleep(pause, interrupted))
      try {
        if ((await step()) === 'ended') return 'ended';
        [met, lost] = [true, 0];
      } catch (cause) {
        lost += 1;
        if (!met || !isPassing(cause) || lost > mostLost) throw cause;
      }
  } catch (cause) {
    if (!interrupted.aborted) throw cause;
    return 'interrupted';
  }
};
