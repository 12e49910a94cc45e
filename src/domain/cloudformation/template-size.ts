import type { Node } from '../../tosca/topology.ts';
import { bindBlueprint } from './bind.ts';
import type { Blueprint } from './blueprint/blueprint.ts';

/** Bytes of a template that CloudFormation takes. */
export const largestTemplate = 1_000_000;

/** How much longer than its blueprint a template may be: ids are longer, and each machine of a node may name all of another node. */
const growth = (machinesOfNode: number): number => (machinesOfNode === 1 ? 2 : 4);

/** Why no stack takes the template of this blueprint; `text`: the blueprint as JSON. */
export const tooManyBytes = (
  blueprint: Blueprint,
  text: string,
  nodes: readonly Pick<Node, 'name' | 'count'>[],
): readonly string[] => {
  const most = Math.max(1, ...nodes.map(({ count }) => count));
  // a template that is surely small enough is not made only for its size: for 100 machines that takes as long as all the rest
  if (text.length * most * growth(most) < largestTemplate) return [];
  const machines = nodes.flatMap(({ name: node, count }) =>
    Array.from({ length: count }, (_, index) => ({ node, resourceId: `${index}`.padStart(36, '0') })),
  );
  const bytes = Buffer.byteLength(JSON.stringify(bindBlueprint(blueprint, machines).template));
  return bytes <= largestTemplate ? [] : [tooLarge(bytes, largestTemplate)];
};

export const tooLarge = (bytes: number, most: number): string =>
  `the template becomes ${bytes} bytes for CloudFormation, and a stack may have ${most}: ask for fewer machines`;
