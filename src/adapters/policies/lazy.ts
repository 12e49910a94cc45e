import * as v from 'valibot';
import { noPolicies, type Policies, type PolicyRule } from '../../domain/policies/rule.ts';
import { approvalTermsSet } from '../configuration/approvals.ts';
import { jsonVariable, optionalVariable } from '../environment/environment.ts';

/** Checked when the configuration was read: here only its form. */
const rulesVariable = v.array(v.looseObject({ id: v.string(), effect: v.string(), when: v.string() }));

/** The variable POLICIES; unset: there are no rules. The engine is loaded with the first plan. */
export const lazyPolicies = (): Policies => {
  if (optionalVariable('POLICIES') === undefined) return noPolicies;
  const rules = jsonVariable('POLICIES', '[{"id", "effect", "when", …}]', rulesVariable) as unknown as PolicyRule[];
  let made: Promise<Policies> | undefined;
  const load = async (): Promise<Policies> => (await import('./policies.ts')).policiesOf(rules);
  return {
    isEmpty: rules.length === 0,
    asksApproval: rules.some(({ effect }) => effect === 'approval'),
    approvals: approvalTermsSet(),
    judge: async (plan) => {
      made ??= load();
      return (await made).judge(plan);
    },
  };
};
