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
  const nodes = await ports.deployerOf(attempt.providerId).nodes(infrastructureId);
  await reportNodeChanges(ports, attempt, nodes);
  return nodes;
};
