import { entryOf } from '../../foundation/entry-of.ts';
import { functionNames } from '../../tosca/functions/calls.ts';
import { tokenParts } from '../../tosca/functions/token-parts.ts';
import type { Json, Node, Topology } from '../../tosca/topology.ts';
import { callIn, hasDollars, type WrittenCall } from './written-calls.ts';

/** What an input of an activity may ask for. */
export interface Sources {
  /** of the workflow, and then of the template */
  readonly inputs: { readonly [name: string]: Json };
  /** names of those of the workflow that are secrets */
  readonly secret: ReadonlySet<string>;
  readonly topology: Pick<Topology, 'version' | 'nodes' | 'inputs' | 'secrets'>;
  /** SELF, and SOURCE of a relationship */
  readonly node: Node;
  /** TARGET of the relationship that has the operation; absent: it is the node's own */
  readonly target?: string | undefined;
}

export class UnreadableInputError extends Error {
  override readonly name = 'UnreadableInputError';
}

/**
 * An input as an activity of a workflow writes it, with all values that are known now. Attributes, and outputs of operations,
 * stay calls for the deployer. UnreadableInputError says what cannot be read.
 */
export const readValue = (value: Json, sources: Sources): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => readValue(one, sources));
  if (typeof value === 'string') return withoutEscape(value, sources);
  if (typeof value !== 'object' || value === null) return value;
  const members = value as { readonly [name: string]: Json };
  const call = callIn(members, sources.topology);
  if (call) return called(call, sources);
  return Object.fromEntries(
    Object.entries(members).map(([member, one]) => [withoutEscape(member, sources), readValue(one, sources)]),
  );
};

const withoutEscape = (text: string, { topology }: Sources): string =>
  hasDollars(topology) && text.startsWith('$$') ? text.slice(1) : text;

const called = ({ name, given: call }: WrittenCall, sources: Sources): Json => {
  switch (name) {
    case 'get_input':
      return inputOf(call, sources);
    case 'get_property':
      return propertyOf(call, sources);
    case 'get_attribute':
    case 'get_operation_output':
      return { [name]: [call[0] === 'SELF' ? sources.node.name : (call[0] ?? null), ...call.slice(1)] };
    case 'concat':
    case 'join':
    case 'token':
      return joined(
        name,
        call.map((one) => readValue(one, sources)),
      );
    default:
      throw new UnreadableInputError(
        `calls ${name}, and inputs of activities may call get_input, get_property, get_attribute, get_operation_output, concat, join and token`,
      );
  }
};

const inputOf = (call: readonly Json[], { inputs, topology }: Sources): Json => {
  const [name, ...path] = call;
  const known = typeof name === 'string' ? (entryOf(inputs, name) ?? entryOf(topology.inputs, name)) : undefined;
  if (known === undefined) throw new UnreadableInputError(`asks for the input ${String(name)}, which has no value`);
  return within(known, path, `the input ${String(name)}`);
};

/** Names that a property may be asked of; HOST: the node on which this one is hosted. */
export const ownerOf = (first: Json | undefined, { topology, node, target }: Sources): Node | undefined => {
  const named = (name: Json | undefined) => topology.nodes.find((one) => one.name === name);
  if (first === 'SELF' || (first === 'SOURCE' && target !== undefined)) return node;
  if (first === 'TARGET' && target !== undefined) return named(target);
  return first === 'HOST' ? named(node.requirements.find(isHosting)?.node) : named(first);
};

const isHosting = ({ name, relationship = '', relationshipBases = [] }: Node['requirements'][number]): boolean =>
  name === 'host' || [relationship, ...relationshipBases].some((type) => type.endsWith('HostedOn'));

const propertyOf = (call: readonly Json[], sources: Sources): Json => {
  const [first, name, ...path] = call;
  const owner = ownerOf(first, sources);
  const said = `the property ${call.slice(1).map(String).join('.')} of ${String(first)}`;
  const own = owner && typeof name === 'string' ? entryOf(owner.properties, name) : undefined;
  if (own !== undefined) return within(own, path, said);
  const capability = owner && typeof name === 'string' ? entryOf(owner.capabilities, name) : undefined;
  if (capability === undefined) throw new UnreadableInputError(`asks for ${said}, which has no value`);
  return within(capability.properties, path, said);
};

const within = (value: Json, path: readonly Json[], said: string): Json => {
  let found: Json | undefined = value;
  for (const step of path)
    found =
      typeof found === 'object' && found !== null
        ? entryOf(found as { readonly [name: string]: Json }, String(step))
        : undefined;
  if (found === undefined) throw new UnreadableInputError(`asks for ${said}, which has no value`);
  return found;
};

const isLater = (value: Json): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.keys(value).some((key) => functionNames.has(key)) || Object.values(value).some(isLater));

const joined = (name: 'concat' | 'join' | 'token', values: readonly Json[]): Json => {
  if (values.some(isLater)) return { [name]: values };
  if (name === 'concat') return values.map(textOf).join('');
  if (name === 'join') return (Array.isArray(values[0]) ? values[0].map(textOf) : []).join(textOf(values[1] ?? ''));
  return tokenParts(textOf(values[0] ?? ''), textOf(values[1] ?? ''))[Number(values[2])] ?? '';
};

const textOf = (value: Json): string => {
  if (typeof value === 'object' && value !== null) throw new UnreadableInputError('joins a value that is no text');
  return String(value ?? '');
};
