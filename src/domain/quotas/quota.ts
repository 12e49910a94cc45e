/** How many deployments may stand at a time (docs/decisions/0072). */

import { ConflictError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Scope } from '../../foundation/scope.ts';

export interface Quotas {
  /** of each user */
  readonly user?: number | undefined;
  /** of each group */
  readonly group?: number | undefined;
  /** of these groups, instead */
  readonly groups?: { readonly [group: string]: number } | undefined;
  readonly installation?: number | undefined;
}

/** One quota that a deployment counts in. */
export interface Bound {
  readonly scope: Scope;
  readonly most: number;
}

interface Owned {
  readonly createdBy: Identity;
  readonly userGroup?: string | undefined;
}

const ofGroup = ({ group, groups = {} }: Quotas, name: string): number | undefined =>
  Object.hasOwn(groups, name) ? groups[name] : group;

/** The quotas that a deployment counts in; none where none is set. */
export const boundsOf = (quotas: Quotas = {}, { createdBy, userGroup }: Owned): readonly Bound[] => {
  const bound = (scope: Scope, most: number | undefined): readonly Bound[] =>
    most === undefined ? [] : [{ scope, most }];
  return [
    ...bound({ of: 'owner', owner: createdBy }, quotas.user),
    ...(userGroup === undefined
      ? []
      : bound({ of: 'group', issuer: createdBy.issuer, group: userGroup }, ofGroup(quotas, userGroup))),
    ...bound({ of: 'all' }, quotas.installation),
  ];
};

const whose = ({ scope }: Bound): string => {
  if (scope.of === 'owner') return 'you';
  return scope.of === 'group' ? `the group ${JSON.stringify(scope.group)}` : 'all users of this installation';
};

const mostNames = 5;

/** The refusal of one more deployment. `own`: names, or ids, of those that the caller has. */
export const quotaReached = (bound: Bound, used: number, own: readonly string[] = []): ConflictError => {
  const named = [...own.slice(0, mostNames), ...(own.length > mostNames ? [`${own.length - mostNames} more`] : [])];
  const yours = named.length === 0 ? '' : ` (yours: ${named.join(', ')})`;
  return new ConflictError(
    `the quota is reached: ${whose(bound)} may have ${bound.most} deployments at a time, ${used} are there${yours}, and ${Math.max(0, bound.most - used)} are left; delete one, or ask the operators for more`,
  );
};

/** The first quota that one more deployment would exceed, with what is used of it. */
export const reachedOf = async (
  count: (scope: Scope) => Promise<number>,
  bounds: readonly Bound[],
): Promise<{ readonly bound: Bound; readonly used: number } | undefined> => {
  for (const bound of bounds) {
    const used = await count(bound.scope);
    if (used >= bound.most) return { bound, used };
  }
  return undefined;
};
