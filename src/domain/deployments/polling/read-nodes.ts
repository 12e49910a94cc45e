import { ProviderFailedError, ProviderUnavailableError } from '../../../foundation/errors.ts';
import type { NodeProgress } from '../../deployers/machines.ts';
import type { Attempt } from '../record/attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { reportNodeChanges } from '../reporting/node-changes.ts';

type Ports = Pick<LifecyclePorts, 'attempts' | 'deployerOf' | 'timeline'>;

/** How far the provider is with each node; adds what is new of it to the timeline. */
export const readNodes = async (
  ports: Ports,
  attempt: Attempt,
  infrastructureId: string,
): Promise<readonly NodeProgress[]> => {
  const nodes = await answered(ports, attempt, infrastructureId);
  await reportNodeChanges(ports, attempt, nodes);
  return nodes;
};

/** They only show how far it is: an answer that is missing must not fail the attempt, and the next poll reads all. */
const answered = async (
  { deployerOf }: Ports,
  { providerId }: Attempt,
  infrastructureId: string,
): Promise<readonly NodeProgress[]> => {
  try {
    return await deployerOf(providerId).nodes(infrastructureId);
  } catch (error) {
    if (error instanceof ProviderUnavailableError || error instanceof ProviderFailedError) return [];
    throw error;
  }
};
