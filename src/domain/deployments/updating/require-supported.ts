import { InvalidError } from '../../../foundation/errors.ts';
import type { Topology } from '../../../tosca/topology.ts';
import type { Deployment } from '../record/deployment.ts';
import { updateRulesOf } from './update-rules-of.ts';

/**
 * Refuses nodes that no provider with this kind of deployer makes, with InvalidError. An update never moves a deployment, so
 * it would fail after it was accepted.
 */
export const requireSupported = async (
  deployment: Pick<Deployment, 'provider' | 'providerId'>,
  { nodes }: Pick<Topology, 'nodes'>,
): Promise<void> => {
  const reasons = (await updateRulesOf(deployment)).unsupported?.(nodes) ?? [];
  if (reasons.length === 0) return;
  const where = `provider ${deployment.providerId}, where the deployment stays, cannot run the new template`;
  throw new InvalidError([`${where}:`, ...reasons].join('\n'));
};
