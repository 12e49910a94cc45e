import { jobUpdateRules } from '../../batch/update-rules.ts';
import type { UpdateRules } from '../../changes/update-rules.ts';
import { classifyStackChanges } from '../../cloudformation/classify.ts';
import { type DeployerKind, usualKind } from '../../deployers/kinds.ts';
import { classifyChanges } from '../../infrastructure-manager/classify.ts';
import type { Deployment } from '../record/deployment.ts';

/** By kind of deployer. */
const rules: { readonly [K in DeployerKind]: UpdateRules } = {
  'infrastructure-manager': { classify: classifyChanges },
  cloudformation: { classify: classifyStackChanges },
  batch: jobUpdateRules,
};

/** The rules of the deployer that made the deployment's infrastructure. */
export const updateRulesOf = ({ provider }: Pick<Deployment, 'provider'>): UpdateRules =>
  rules[provider?.deployer ?? usualKind];
