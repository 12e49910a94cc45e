import type { Resource } from '../../domain/resources/resource.ts';
import { isCompute } from '../../domain/resources/states.ts';

/** How many machines run, by the node on which something would run. */
export const machinesBy = (resources: readonly Resource[]): ReadonlyMap<string, number> => {
  const running = resources.filter((one) => isCompute(one) && one.state === 'STARTED' && one.physicalId !== undefined);
  return new Map(
    [...Map.groupBy(running, ({ toscaNodeName }) => toscaNodeName)].map(([name, all]) => [name, all.length]),
  );
};
