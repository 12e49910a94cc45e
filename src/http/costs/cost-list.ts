import * as v from 'valibot';
import { costSums, type GroupCost } from '../../domain/costs/cost-sums.ts';
import { maySee, scopesFor } from '../../domain/deployments/record/access.ts';
import type { Deployments } from '../../domain/deployments/record/ports.ts';
import type { Caller } from '../../foundation/caller.ts';
import { costView } from '../deployments/cost-view.ts';
import { creator } from '../deployments/deployment-list.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import { optional, shortText } from '../pipeline/fields.ts';
import type { BodyOf } from '../schemas/answers.ts';

export const costListQuery = v.object({ createdBy: optional(creator), userGroup: optional(shortText(255)) });

interface Ports {
  readonly deployments: Pick<Deployments, 'list'>;
}

/** GET /costs: an extension. What the deployments that the caller may see cost, by group. */
export const costList =
  ({ deployments }: Ports) =>
  async (input: { readonly caller: Caller; readonly query: v.InferOutput<typeof costListQuery> }): Promise<Answer> => {
    const { caller, query } = input;
    const scopes = scopesFor(caller, query.createdBy, query.userGroup);
    const { groups, isCut } = await costSums(deployments, scopes, (one) => maySee(caller, one));
    return ok({ currency: 'USD', groups: groups.map(groupView), ...(isCut && { incomplete: true }) } satisfies Body);
  };

type Body = BodyOf<'CostList'>;

const groupView = ({ group, issuer, deployments, unpriced, ...sums }: GroupCost): BodyOf<'GroupCost'> => ({
  ...(group !== undefined && { group }),
  ...{ issuer, deployments, unpriced },
  ...costView(sums),
});
