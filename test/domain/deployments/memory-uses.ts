/** What deployments kept in memory use, as the tables count it. */

import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { Deployments } from '../../../src/domain/deployments/record/ports.ts';
import { type Amounts, counters, difference, largest, nothing } from '../../../src/domain/quotas/amounts.ts';
import { exceededBy } from '../../../src/domain/quotas/use-bounds.ts';
import type { Scope } from '../../../src/foundation/scope.ts';

const isIn = ({ createdBy, userGroup }: Deployment, scope: Scope): boolean => {
  if (scope.of === 'all') return true;
  if (scope.of === 'group') return userGroup === scope.group;
  return createdBy.subject === scope.owner.subject;
};

export const usesIn = (
  deployments: Map<string, Deployment>,
  owned: (id: string, operationId: string) => Deployment,
): Pick<Deployments, 'usedBy' | 'reserveUse' | 'settleUse'> => {
  const started: { readonly deployment: Deployment; readonly starts: number }[] = [];
  const used = (scope: Scope) => {
    const own = [...deployments.values()].filter((one) => isIn(one, scope));
    const amounts = Object.fromEntries(
      counters.map((name) => [name, own.reduce((sum, { uses }) => sum + (uses?.amounts[name] ?? 0), 0)]),
    ) as unknown as Amounts;
    const today = started.filter(({ deployment }) => isIn(deployment, scope));
    return { amounts, startedToday: today.reduce((sum, { starts }) => sum + starts, 0), backfillsToday: 0 };
  };
  const put = (deployment: Deployment, operation: string, amounts: Amounts) =>
    deployments.set(deployment.id, {
      ...deployment,
      uses: { amounts, operation, version: (deployment.uses?.version ?? 0) + 1 },
    });
  return {
    usedBy: async (scope) => used(scope),
    reserveUse: async ({ id }, operationId, { running, starts }, bounds) => {
      const deployment = owned(id, operationId);
      const before = deployment.uses?.amounts ?? nothing;
      const amounts = largest(before, running);
      const isCounted = deployment.uses?.operation === operationId;
      const wanted = { more: difference(amounts, before), starts: isCounted ? 0 : starts };
      for (const one of bounds) {
        const exceeded = exceededBy(one, used(one.scope), wanted);
        if (exceeded) return exceeded;
      }
      if (wanted.starts > 0) started.push({ deployment, starts });
      put(deployment, operationId, amounts);
      return undefined;
    },
    settleUse: async (id, operationId, amounts) => {
      const deployment = owned(id, operationId);
      if (deployment.uses) put(deployment, operationId, amounts);
    },
  };
};
