import type { Amounts } from '../../quotas/amounts.ts';
import type { Deployment } from './deployment.ts';
import type { LifecyclePorts } from './ports.ts';

/** What quotas count of what stands at the provider of the record alone, by the plan in force; undefined: that plan has counted nothing there. */
export const useInForce = async (
  { files }: Pick<LifecyclePorts, 'files'>,
  { id, templateOf, providerId }: Pick<Deployment, 'id' | 'templateOf' | 'providerId'>,
): Promise<Amounts | undefined> =>
  (await files.findRanking(id, templateOf))?.candidates.find((one) => one.id === providerId)?.use?.standing;
