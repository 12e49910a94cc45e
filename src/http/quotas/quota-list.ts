import * as v from 'valibot';
import { quotaScopesFor } from '../../domain/deployments/record/access.ts';
import type { Deployments } from '../../domain/deployments/record/ports.ts';
import type { Quotas } from '../../domain/quotas/quota.ts';
import { type QuotaUse, quotaUse } from '../../domain/quotas/quota-use.ts';
import { shownAmount } from '../../domain/quotas/use-bounds.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Scope } from '../../foundation/scope.ts';
import { creator } from '../deployments/deployment-list.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import { optional, shortText } from '../pipeline/fields.ts';
import type { BodyOf } from '../schemas/answers.ts';

export const quotaListQuery = v.object({ createdBy: optional(creator), userGroup: optional(shortText(255)) });

interface Ports {
  readonly deployments: Pick<Deployments, 'count' | 'usedBy'>;
  /** absent: none is set */
  readonly quotas?: Quotas | undefined;
}

/** GET /quotas: an extension. What is used of the quotas of the caller, of the groups of the caller, and of the installation. */
export const quotaList =
  ({ deployments, quotas }: Ports) =>
  async (input: { readonly caller: Caller; readonly query: v.InferOutput<typeof quotaListQuery> }): Promise<Answer> => {
    const { createdBy, userGroup } = input.query;
    const all = await quotaUse(deployments, quotas, quotaScopesFor(input.caller, createdBy, userGroup));
    return ok({ quotas: all.map(quotaView) });
  };

const quotaView = ({ scope, name, most, used }: QuotaUse): BodyOf<'QuotaUse'> => ({
  ...whose(scope),
  ...{ limit: name, most, used, left: shownAmount(Math.max(0, most - used)) },
});

const whose = (scope: Scope): Pick<BodyOf<'QuotaUse'>, 'of' | 'name'> => {
  if (scope.of === 'owner') return { of: 'user', name: `${scope.owner.subject}@${scope.owner.issuer}` };
  return scope.of === 'group' ? { of: 'group', name: scope.group } : { of: 'installation' };
};
