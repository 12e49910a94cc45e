import { jobUpdateRules } from '../../batch/update-rules.ts';
import type { UpdateRules } from '../../changes/update-rules.ts';
import { type DeployerKind, usualKind } from '../../deployers/kinds.ts';
import { classifyChanges } from '../../infrastructure-manager/classify.ts';
import type { Deployment } from '../record/deployment.ts';

/** By kind of deployer. Those of stacks are large, so they are loaded when a stack is updated. */
const rules: { readonly [K in DeployerKind]: () => Promise<UpdateRules> } = {
  'infrastructure-manager': async () => ({ classify: classifyChanges }),
  cloudformation: async () => {
    const { classifyStackChanges } = await import('../../cloudformation/classify.ts');
    return { classify: classifyStackChanges };
  },
  batch: async () => jobUpdateRules,
};

/** The rules of the deployer that made the deployment's infrastructure. */
export const updateRulesOf = ({ provider }: Pick<Deployment, 'provider'>): Promise<UpdateRules> =>
  rules[provider?.deployer ?? usualKind]();
