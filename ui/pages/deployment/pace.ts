import type { DeploymentView } from '../../data/view.ts';
import { isWorking } from '../../states/tones.ts';

const second = 1_000;
const minute = 60 * second;

/** Milliseconds until the next question: often while an operation is young, seldom when nothing is in progress. */
export const pauseOf = ({ status, operation, resources }: DeploymentView, now = Date.now()): number => {
  const acting = resources.some(({ action }) => action !== undefined);
  if (!isWorking(status)) return acting ? 2 * second : 15 * second;
  const age = now - Date.parse(operation.acceptedAt);
  if (age < 30 * second) return second;
  if (age < 5 * minute) return 2 * second;
  return age < 20 * minute ? 3 * second : 5 * second;
};
