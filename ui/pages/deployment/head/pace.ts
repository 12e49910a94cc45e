import { isWorking, pollPause } from '../../../../client/pace.ts';
import { serviceTime } from '../../../data/service-clock.ts';
import type { DeploymentView } from '../../../data/view.ts';

/** Milliseconds until the next question: often while an operation is young, seldom when nothing is in progress. */
export const pauseOf = ({ status, operation, resources }: DeploymentView, now = serviceTime()): number => {
  const isActing = resources.some(({ action }) => action !== undefined);
  if (isActing && !isWorking(status)) return 2_000;
  return pollPause(now - Date.parse(operation.acceptedAt), isWorking(status));
};
