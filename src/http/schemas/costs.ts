/** The schemas of what deployments cost: docs/decisions/0066. */

import * as v from 'valibot';
import { amount, described, estimate, text, whole } from './parts.ts';

const sums = {
  hourly: described(amount, 'USD, while all of it runs'),
  monthly: described(amount, 'USD in 730 hours'),
  partial: described(v.optional(v.boolean()), 'the sums are without a part whose price is not known'),
};

export const cost = described(
  v.strictObject(sums),
  'an estimate at list prices, of the plan that was carried out last; absent: no price is known there, or it does not stand yet',
);

const groupCost = v.strictObject({
  group: described(text, 'absent: deployments of no group'),
  issuer: described(v.string(), 'where the group has that name'),
  deployments: described(whole, 'those that stand'),
  unpriced: described(whole, 'of these: without any price that is known'),
  ...sums,
});

export const costSchemas = {
  DeploymentCost: described(
    v.strictObject({
      currency: v.literal('USD'),
      provider: described(text, 'id; absent: it stands nowhere yet'),
      estimate: described(v.optional(v.strictObject(estimate)), 'absent: `reason` says why'),
      now: described(
        v.optional(amount),
        'USD an hour, without the part of machines that costs nothing while they are stopped',
      ),
      unpriced: described(
        v.optional(v.array(v.string())),
        'nodes of which a part costs an amount that is not known; an empty text: a part of no node',
      ),
      reason: text,
    }),
    'what a deployment costs, part by part',
  ),
  GroupCost: groupCost,
  CostList: v.strictObject({
    currency: v.literal('USD'),
    groups: described(v.array(groupCost), 'the dearest first'),
    incomplete: described(
      v.optional(v.boolean()),
      'there are more than 5,000 deployments: the oldest ones are not counted',
    ),
  }),
} as const;
