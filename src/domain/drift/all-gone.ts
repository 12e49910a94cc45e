import type { Resource } from '../resources/resource.ts';
import { hasMachine } from '../resources/states.ts';
import type { Finding } from './finding.ts';

/**
 * What is missing when the provider knows the whole infrastructure no more: every machine, also one that an earlier look has found gone; the infrastructure
 * itself where it has none.
 */
export const allGone = (resources: readonly Resource[], infrastructureId: string): readonly Finding[] => {
  const gone = { is: 'missing', why: 'its whole infrastructure is gone', isWhole: true } as const;
  const machines = resources.filter((one) => hasMachine(one) && one.state !== 'DELETING');
  if (machines.length === 0) return [{ node: infrastructureId, part: infrastructureId, ...gone }];
  return machines.map(({ id: resource, toscaNodeName: node, physicalId: part }) => ({
    ...{ node, resource, ...gone },
    ...(part !== undefined && { part }),
  }));
};
