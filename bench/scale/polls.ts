import { waitingFor } from '../cost/waiting.ts';

/** Pauses before the looks at an infrastructure until it is ready; the workflow's own transitions are at the first look of each of its runs. */
export const polls = (
  readyAfterSeconds: number,
): readonly { readonly after: number; readonly transitions: number }[] => {
  const { pauses, runs } = waitingFor(readyAfterSeconds);
  const every = Math.ceil(pauses.length / runs);
  return pauses.map((after, index) => ({ after, transitions: index % every === 0 ? 2 : 0 }));
};
