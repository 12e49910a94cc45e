import type { Topology } from '../../tosca/topology.ts';
import type { Blueprint } from './blueprint/blueprint.ts';
import { needsOperations } from './operations/plan-software.ts';
import { type AttributeOf, UnmappedError, valueReader } from './values/expressions.ts';

export interface Outputs {
  readonly outputs: Blueprint['outputs'];
  readonly reasons: readonly string[];
}

/**
 * The outputs that are known only after the deployment. The others never go to the cloud. `publicNodes` gets the names of
 * the nodes whose public address an output asks for.
 */
export const outputsOf = (
  { outputs, nodes, secrets }: Pick<Topology, 'outputs' | 'nodes' | 'secrets'>,
  attributeOf: AttributeOf,
  publicNodes: Set<string>,
): Outputs => {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const isSecret = (index: number) =>
    secrets.some(({ at: [where, which] }) => where === 'outputs' && Number(which) === index);
  const reader = valueReader({ byName, attributeOf, publicNodes });
  const found = outputs.flatMap(({ name, value, deferred }, index): readonly Found[] => {
    if (!deferred) return [];
    if (isSecret(index)) {
      return [{ why: `output ${name} holds a secret, and everybody who may see the stack could read it` }];
    }
    // worked out when the operations have run
    if (needsOperations(value)) return [];
    try {
      return [{ name, value: reader(value) }];
    } catch (error) {
      if (error instanceof UnmappedError) return [{ why: `output ${name} ${error.message}` }];
      throw error;
    }
  });
  return {
    outputs: found.flatMap((one) => ('why' in one ? [] : [one])),
    reasons: found.flatMap((one) => ('why' in one ? [one.why] : [])),
  };
};

type Found = Blueprint['outputs'][number] | { readonly why: string };
