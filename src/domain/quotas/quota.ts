/** What each user, each group and the installation may have (docs/decisions/0072). */

import { ConflictError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Scope } from '../../foundation/scope.ts';

/** Whole or broken numbers, each of them optional. */
export const limitNames = [
  'deployments',
  'machines',
  'cpus',
  'memoryGb',
  'diskGb',
  'jobs',
  'jobsPerDay',
  'backfillsPerDay',
  'hourlyUsd',
  'monthlyUsd',
] as const;
export type LimitName = (typeof limitNames)[number];
export type Limits = { readonly [name in LimitName]?: number | undefined };

/** A number alone: of deployments. */
export type Quota = number | Limits;

export interface Quotas {
  /** of each user */
  readonly user?: Quota | undefined;
  /** of each group */
  readonly group?: Quota | undefined;
  /** of these groups, instead */
  readonly groups?: { readonly [group: string]: Quota } | undefined;
  readonly installation?: Quota | undefined;
}

/** What a scope may have. */
export interface Bounds {
  readonly scope: Scope;
  readonly limits: Limits;
}

/** One quota of deployments that a deployment counts in. */
export interface Bound {
  readonly scope: Scope;
  readonly most: number;
}

interface Owned {
  readonly createdBy: Identity;
  readonly userGroup?: string | undefined;
}

const ofGroup = ({ group, groups = {} }: Quotas, name: string): Quota | undefined =>
  Object.hasOwn(groups, name) ? groups[name] : group;

const limitsOf = (quota: Quota = {}): Limits => (typeof quota === 'number' ? { deployments: quota } : quota);

/** What is set for a scope; nothing for what one user has within a group. */
export const limitsOfScope = (quotas: Quotas = {}, scope: Scope): Limits => {
  if (scope.of === 'owner') return limitsOf(quotas.user);
  if (scope.of === 'group') return limitsOf(ofGroup(quotas, scope.group));
  return scope.of === 'all' ? limitsOf(quotas.installation) : {};
};

/** Every scope that a deployment counts in, with what is set for it. */
export const limitsFor = (quotas: Quotas | undefined, { createdBy, userGroup }: Owned): readonly Bounds[] => {
  const scopes: readonly Scope[] = [
    { of: 'owner', owner: createdBy },
    ...(userGroup === undefined ? [] : [{ of: 'group' as const, issuer: createdBy.issuer, group: userGroup }]),
    { of: 'all' },
  ];
  return scopes.map((scope) => ({ scope, limits: limitsOfScope(quotas, scope) }));
};

/** The quotas of deployments that a deployment counts in; none where none is set. */
export const boundsOf = (quotas: Quotas | undefined, owned: Owned): readonly Bound[] =>
  boundsOn('deployments', quotas, owned);

/** The quotas of backfills a day that one of a schedule counts in. */
export const backfillBounds = (quotas: Quotas | undefined, schedule: Owned): readonly Bound[] =>
  boundsOn('backfillsPerDay', quotas, schedule);

const boundsOn = (name: LimitName, quotas: Quotas | undefined, owned: Owned): readonly Bound[] =>
  limitsFor(quotas, owned).flatMap(({ scope, limits }) => {
    const most = limits[name];
    return most === undefined ? [] : [{ scope, most }];
  });

const notOfDeployments: readonly string[] = ['deployments', 'backfillsPerDay'];

/** Whether what deployments use is bounded for anybody. */
export const countsUse = ({ user, group, groups = {}, installation }: Quotas = {}): boolean =>
  [user, group, installation, ...Object.values(groups)].some((quota) =>
    Object.entries(limitsOf(quota)).some(([name, most]) => most !== undefined && !notOfDeployments.includes(name)),
  );

export const whose = ({ scope }: { readonly scope: Scope }): string => {
  if (scope.of === 'owner') return 'you';
  return scope.of === 'group' ? `the group ${JSON.stringify(scope.group)}` : 'all users of this installation';
};

const mostNames = 5;

/** In a refusal: those of one's own that count. */
export const yours = (own: readonly string[]): string => {
  const named = [...own.slice(0, mostNames), ...(own.length > mostNames ? [`${own.length - mostNames} more`] : [])];
  return named.length === 0 ? '' : ` (yours: ${named.join(', ')})`;
};

/** The refusal of one more deployment. `own`: names, or ids, of those that the caller has. */
export const quotaReached = (bound: Bound, used: number, own: readonly string[] = []): ConflictError =>
  new ConflictError(
    `the quota is reached: ${whose(bound)} may have ${bound.most} deployments at a time, ${used} are there${yours(own)}, and ${Math.max(0, bound.most - used)} are left; delete one, or ask the operators for more`,
  );

/** The refusal of one more backfill, which counts for the owner of its schedule, whoever starts it. */
export const backfillsReached = (bound: Bound, used: number): ConflictError =>
  new ConflictError(
    `the quota is reached: ${bound.scope.of === 'owner' ? 'the owner of the schedule' : whose(bound)} may have ${bound.most} backfills a day (UTC), ${used} were started today, and ${Math.max(0, bound.most - used)} are left; start it after midnight UTC, or ask the operators for more`,
  );

/** The first quota that one more would exceed, with what is used of it. */
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
