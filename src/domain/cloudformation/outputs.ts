import { secretValues } from '../../tosca/secrets/carried.ts';
import { textsOf } from '../../tosca/secrets/known.ts';
import type { Json, Topology } from '../../tosca/topology.ts';
import { asksKey } from '../deployers/requested-logins.ts';
import type { Blueprint } from './blueprint/blueprint.ts';
import { isWorkedOutHere } from './operations/plan-software.ts';
import { type AttributeOf, UnmappedError } from './values/attributes.ts';
import { valueReader } from './values/expressions.ts';

export interface Outputs {
  readonly outputs: Blueprint['outputs'];
  readonly reasons: readonly string[];
}

/**
 * The outputs that are known only after the deployment. The others never go to the cloud. `publicNodes` gets the names of
 * the nodes whose public address an output asks for.
 */
export const outputsOf = (
  topology: Pick<Topology, 'outputs' | 'nodes' | 'secrets' | 'inputs'>,
  attributeOf: AttributeOf,
  publicNodes: Set<string>,
): Outputs => {
  const { outputs, nodes, secrets } = topology;
  const given = secretValues(topology).flatMap(textsOf);
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const isSecret = (index: number) =>
    secrets.some(({ at: [where, which] }) => where === 'outputs' && Number(which) === index);
  const reader = valueReader({ byName, attributeOf, publicNodes });
  const found = outputs.flatMap(({ name, value, deferred }, index): readonly Found[] => {
    if (!deferred) return [];
    // a key is read for its owner later; the expression is kept with the stack, so nothing else in it may be secret
    if (isSecret(index) && (!asksKey(value) || holds(value, given))) {
      return [{ why: `output ${name} holds a secret, and everybody who may see the stack could read it` }];
    }
    // worked out when the machines are there, and the operations have run
    if (isWorkedOutHere(value)) return [];
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

const holds = (value: Json, texts: readonly string[]): boolean => {
  const all = JSON.stringify(value);
  return texts.some((text) => text !== '' && all.includes(JSON.stringify(text).slice(1, -1)));
};
