import type { Deployment } from '../record/deployment.ts';
import type { Deployments } from '../record/ports.ts';
import { changeSetting, type OnlyIfUnchanged, requireChangeable } from './change-setting.ts';

interface NewEnd extends OnlyIfUnchanged {
  /** undefined: it has no end any more */
  readonly expiresAt: string | undefined;
}

const what = 'its end';

/** Sets when a deployment ends. Errors as those of `changeSetting`. */
export const setEnd = (
  { deployments }: { readonly deployments: Pick<Deployments, 'find' | 'setEnd'> },
  deployment: Deployment,
  { expiresAt, ...condition }: NewEnd,
): Promise<void> => {
  const isSet = (one: Deployment): boolean => one.expiresAt === expiresAt;
  const write = (seen: Deployment): Promise<void> => deployments.setEnd(seen, expiresAt);
  return changeSetting(deployments, deployment, { what, isSet, write }, condition);
};

/** ConflictError when it is being deleted. */
export const requireAlive = (deployment: Deployment): void => requireChangeable(deployment, what);
