import { isWorking } from '../../../../client/pace.ts';
import type { DeploymentView, ViewResource } from '../../../data/view.ts';

/** What can be done with a machine now; undefined: nothing. */
export const actionFor = (
  { status, may }: Pick<DeploymentView, 'status' | 'may'>,
  { state, action }: Pick<ViewResource, 'state' | 'action'>,
  kind: string,
): 'start' | 'stop' | undefined => {
  if (kind !== 'compute' || !may.change || isWorking(status) || action !== undefined) return undefined;
  if (state === 'STARTED') return 'stop';
  return state === 'STOPPED' ? 'start' : undefined;
};
