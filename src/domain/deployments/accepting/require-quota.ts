import type { Identity } from '../../../foundation/identity.ts';
import type { PageRequest } from '../../../foundation/page.ts';
import { boundsOf, type Quotas, quotaReached, reachedOf } from '../../quotas/quota.ts';
import type { Deployments } from '../record/ports.ts';

export interface QuotaPorts {
  readonly deployments: Pick<Deployments, 'count' | 'list'>;
  /** absent: none is set */
  readonly quotas?: Quotas | undefined;
}

/** As many as a message may name, and one more. */
const some: PageRequest = { page: 0, size: 20, sort: 'createdAt', direction: 'desc' };

/** ConflictError where one more deployment would exceed a quota: it says what is used, by which of the owner's own, and what is left. */
export const requireQuota = async (
  { deployments, quotas }: QuotaPorts,
  { owner, userGroup }: { readonly owner: Identity; readonly userGroup?: string | undefined },
): Promise<void> => {
  const bounds = boundsOf(quotas, { createdBy: owner, userGroup });
  const reached = await reachedOf((scope) => deployments.count(scope), bounds);
  if (reached === undefined) return;
  const { bound, used } = reached;
  const own =
    bound.scope.of === 'group'
      ? { of: 'owner-in-group' as const, owner, group: bound.scope.group }
      : { of: 'owner' as const, owner };
  const { content } = await deployments.list(own, some);
  throw quotaReached(
    bound,
    used,
    content.map(({ id, name }) => name ?? id),
  );
};
