import { waitingFor } from '../cost/waiting.ts';

/**
 * Pauses before each poll of an infrastructure until it is ready. The first poll of each run of `poll` also has the waiting
 * workflow's own transitions.
 */
export const polls = (
  readyAfterSeconds: number,
): readonly { readonly after: number; readonly transitions: number }[] => {
  const { pauses, runs } = waitingFor(readyAfterSeconds);
  const every = Math.ceil(pauses.length / runs);
  return pauses.map((after, index) => ({ after, transitions: index % every === 0 ? 2 : 0 }));
};
