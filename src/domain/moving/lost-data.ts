import { holderOf } from '../resources/aws-types.ts';
import type { Resource } from '../resources/resource.ts';

/**
 * Names of the nodes whose data a move would lose, by the rule of updates (docs/decisions/0046): volumes, buckets, databases, queues and
 * the like. A machine holds only what its policy, or who asks for the move, gives up.
 */
export const dataHolders = (
  resources: readonly Pick<Resource, 'toscaNodeName' | 'toscaTypes'>[],
): readonly string[] => {
  const holding = resources.filter(
    ({ toscaTypes }) => holderOf(toscaTypes, true) !== undefined || toscaTypes.some((type) => storages.has(type)),
  );
  return [...new Set(holding.map(({ toscaNodeName }) => toscaNodeName))];
};

/** What holds data anywhere, and not on AWS only. */
const storages: ReadonlySet<string> = new Set([
  ...['tosca.nodes.BlockStorage', 'tosca.nodes.Storage.BlockStorage'],
  ...['tosca.nodes.ObjectStorage', 'tosca.nodes.Storage.ObjectStorage', 'tosca.nodes.Database'],
]);
