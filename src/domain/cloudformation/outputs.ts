import type { Json, Node, Topology } from '../../tosca/topology.ts';
import { isUnknown, mapOf } from './asked.ts';
import type { Blueprint, OutputValue } from './blueprint.ts';
import { isCompute } from './compute.ts';

export interface Outputs {
  readonly outputs: Blueprint['outputs'];
  /** names of nodes whose public address an output asks for */
  readonly publicNodes: ReadonlySet<string>;
  readonly reasons: readonly string[];
}

/** The outputs that are known only after the deployment. The others never go to the cloud. */
export const outputsOf = (
  { outputs, nodes, secrets }: Pick<Topology, 'outputs' | 'nodes' | 'secrets'>,
  attributes: Blueprint['attributes'],
): Outputs => {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const publicNodes = new Set<string>();
  const isSecret = (index: number) =>
    secrets.some(({ at: [where, which] }) => where === 'outputs' && Number(which) === index);
  const reader = valueReader(byName, attributes, publicNodes);
  const found = outputs.flatMap(({ name, value, deferred }, index): readonly Found[] => {
    if (!deferred) return [];
    if (isSecret(index)) {
      return [{ why: `output ${name} holds a secret, and everybody who may see the stack could read it` }];
    }
    try {
      return [{ name, value: reader(value) }];
    } catch (error) {
      if (error instanceof UnmappedError) return [{ why: `output ${name} ${error.message}` }];
      throw error;
    }
  });
  return {
    outputs: found.flatMap((one) => ('why' in one ? [] : [one])),
    publicNodes,
    reasons: found.flatMap((one) => ('why' in one ? [one.why] : [])),
  };
};

type Found = Blueprint['outputs'][number] | { readonly why: string };

class UnmappedError extends Error {
  override readonly name = 'UnmappedError';
}

const valueReader = (
  byName: ReadonlyMap<string, Node>,
  attributes: Blueprint['attributes'],
  publicNodes: Set<string>,
) => {
  const attributeOf = (call: readonly Json[]): OutputValue => {
    const [name, attribute, index, ...rest] = call;
    const node = typeof name === 'string' ? byName.get(name) : undefined;
    const asks = `asks for ${call.slice(1).map(String).join(', ')} of ${String(name)}`;
    if (node === undefined || typeof attribute !== 'string') throw new UnmappedError(`${asks}, which is no node`);
    const known = isCompute(node) ? addresses : Object.keys(attributes[node.name] ?? {});
    if (!known.includes(attribute) || rest.length > 0) {
      const there = known.length === 0 ? 'none is known here' : `known here: ${known.join(', ')}`;
      throw new UnmappedError(`${asks} (type ${node.type}), and ${there}`);
    }
    if (index !== undefined && !(typeof index === 'number' && Number.isInteger(index) && index >= 0)) {
      throw new UnmappedError(`${asks}, which is no list of addresses`);
    }
    if (attribute === 'public_address') publicNodes.add(node.name);
    return { is: 'attribute', node: node.name, attribute, ...(index !== undefined && { index }) };
  };
  const read = (value: Json): OutputValue => {
    if (!isUnknown(value)) return { is: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
    if (Array.isArray(value)) return { is: 'list', items: value.map(read) };
    const [[name, given] = ['', null], ...others] = Object.entries(mapOf(value));
    const call = Array.isArray(given) ? (given as readonly Json[]) : [];
    if (others.length > 0)
      throw new UnmappedError('is a map of values that are known only later: make an output of each');
    switch (name) {
      case 'get_attribute':
        return attributeOf(call);
      case 'concat':
        return { is: 'joined', parts: call.map(read), separator: '' };
      case 'join':
        return joined(call);
      case 'token':
        return token(call);
      default:
        throw new UnmappedError(`needs ${name}, which only operations on machines could give`);
    }
  };
  const joined = ([parts, separator]: readonly Json[]): OutputValue => {
    if (!Array.isArray(parts)) throw new UnmappedError('joins something that is no list');
    return { is: 'joined', parts: parts.map(read), separator: typeof separator === 'string' ? separator : '' };
  };
  const token = ([of, separator, index]: readonly Json[]): OutputValue => {
    if (typeof separator !== 'string' || typeof index !== 'number')
      throw new UnmappedError('has a token that cannot be read');
    return { is: 'token', of: read(of ?? null), separator, index };
  };
  return read;
};

const addresses = ['private_address', 'public_address'];
