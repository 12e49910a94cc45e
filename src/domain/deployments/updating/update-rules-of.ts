import { jobUpdateRules } from '../../batch/update-rules.ts';
import type { UpdateRules } from '../../changes/update-rules.ts';
import { type DeployerKind, usualKind } from '../../deployers/kinds.ts';
import type { Deployment } from '../record/deployment.ts';

/** By kind of deployer. Large ones are loaded with the first update that needs them. */
const rules: { readonly [K in DeployerKind]: () => Promise<UpdateRules> } = {
  'infrastructure-manager': async () => {
    const { classifyChanges } = await import('../../infrastructure-manager/classify.ts');
    const { unsupportedReasons } = await import('../../infrastructure-manager/unsupported.ts');
    return { classify: classifyChanges, unsupported: unsupportedReasons };
  },
  cloudformation: async () => {
    const { classifyStackChanges } = await import('../../cloudformation/classify.ts');
    return { classify: classifyStackChanges };
  },
  batch: async () => jobUpdateRules,
};

/** The rules of the deployer that made the deployment's infrastructure. */
export const updateRulesOf = ({ provider }: Pick<Deployment, 'provider'>): Promise<UpdateRules> =>
  rules[provider?.deployer ?? usualKind]();
