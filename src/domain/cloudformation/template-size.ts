import type { Node } from '../../tosca/topology.ts';
import { bindBlueprint } from './bind.ts';
import type { Blueprint } from './blueprint/blueprint.ts';

/** Bytes of a template that CloudFormation takes. */
export const largestTemplate = 1_000_000;

/** Ids are longer than what stands for them. A template that is surely smaller is not made for its size. */
const surelySmaller = largestTemplate / 4;

/** Why no stack takes the template of this blueprint; `text`: the blueprint as JSON. */
export const tooManyBytes = (
  blueprint: Blueprint,
  text: string,
  nodes: readonly Pick<Node, 'name' | 'count'>[],
): readonly string[] => {
  const most = Math.max(1, ...nodes.map(({ count }) => count));
  if (text.length * most < surelySmaller) return [];
  const machines = nodes.flatMap(({ name: node, count }) =>
    Array.from({ length: count }, (_, index) => ({ node, resourceId: `${index}`.padStart(36, '0') })),
  );
  const bytes = Buffer.byteLength(JSON.stringify(bindBlueprint(blueprint, machines).template));
  return bytes <= largestTemplate ? [] : [tooLarge(bytes, largestTemplate)];
};

export const tooLarge = (bytes: number, most: number): string =>
  `the template becomes ${bytes} bytes for CloudFormation, and a stack may have ${most}: ask for fewer machines`;
