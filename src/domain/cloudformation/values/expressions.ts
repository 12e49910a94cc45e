import { entryOf } from '../../../foundation/entry-of.ts';
import type { Json, Node } from '../../../tosca/topology.ts';
import { capabilityValues, isUnknown, mapOf, textOf } from '../../deployers/capability-values.ts';
import { givesKey, loginCall } from '../../deployers/requested-logins.ts';
import type { OutputValue } from '../blueprint/blueprint.ts';
import { isCompute } from '../machines/compute.ts';
import { attachedTo, isVolume } from '../machines/volumes.ts';
import { boundTo, isPort, portsInto } from '../networks/networks.ts';
import { type Elsewhere, elsewhere } from './elsewhere.ts';
import { ofPort, ofVolume } from './evaluate.ts';

/** A value that nobody can give. Its message follows the name of the place that holds the value. */
export class UnmappedError extends Error {
  override readonly name = 'UnmappedError';
}

/** An attribute of a node without machines, by its path; undefined: there is none. */
export type AttributeOf = (node: Node) => Attributes | undefined;

export interface Attributes {
  /** what may be asked for, for a message */
  readonly names: readonly string[];
  /** a text, a number, a function of CloudFormation, or a list of such */
  read(path: string): Json | undefined;
}

/** Attributes that are all known by name. */
export const attributesIn = (values: { readonly [path: string]: Json }): Attributes => ({
  names: Object.keys(values),
  read: (path) => entryOf(values, path),
});

interface Sources {
  readonly byName: ReadonlyMap<string, Node>;
  readonly attributeOf: AttributeOf;
  /** gets the names of nodes whose public address is asked for */
  readonly publicNodes: Set<string>;
}

/** Reads a value that holds calls of functions. Throws UnmappedError. */
export const valueReader = ({ byName, attributeOf, publicNodes }: Sources): ((value: Json) => OutputValue) => {
  const callOf = (call: readonly Json[]): OutputValue => {
    const [name, attribute, index, ...rest] = call;
    const node = typeof name === 'string' ? byName.get(name) : undefined;
    const asks = `asks for ${call.slice(1).map(String).join(', ')} of ${String(name)}`;
    if (node === undefined || typeof attribute !== 'string') throw new UnmappedError(`${asks}, which is no node`);
    const login = isCompute(node) ? loginCall(call) : undefined;
    if (login && givesKey(login)) throw new UnmappedError(`${asks}: a private key, which only an output may hold`);
    if (login?.member === 'token_type') return { is: 'text', text: 'private_key' };
    if (login) return { is: 'attribute', node: node.name, attribute: 'user', ...indexOf(login) };
    const others = isCompute(node) ? undefined : attributeOf(node);
    const found = others?.read(call.slice(1).map(String).join('.'));
    if (found !== undefined) return known(found);
    const port = isPort(node) && attribute === 'ip_address' ? byName.get(boundTo(node) ?? '') : undefined;
    if (port !== undefined && isIndex(index)) {
      return {
        is: 'attribute',
        node: port.name,
        attribute: `${ofPort}${node.name}`,
        ...(index !== undefined && { index }),
      };
    }
    if (isVolume(node) && volumeIds.includes(attribute) && isIndex(index)) {
      const [only, ...others] = attachedTo(node, byName.values());
      if (only !== undefined && (index === undefined || others.length === 0))
        return idsOf(node, [only, ...others], index);
    }
    const inNetwork = isCompute(node) ? (addressIn(call, node, byName) ?? addressOfEndpoint(call, node)) : undefined;
    if (inNetwork !== undefined) return callOf(inNetwork);
    const names = isCompute(node) ? [...addresses, 'endpoint.credential'] : (others?.names ?? namesOfVolume(node));
    if (!isCompute(node) || !addresses.includes(attribute) || rest.length > 0) {
      const other = firstOf(elsewhere(node, call.slice(1), byName));
      if (other !== undefined) return other;
      const there = names.length === 0 ? 'none is known here' : `known here: ${names.join(', ')}`;
      throw new UnmappedError(`${asks} (type ${node.type}), and ${there}`);
    }
    if (!isIndex(index)) {
      throw new UnmappedError(`${asks}, which is no list of addresses`);
    }
    if (attribute.startsWith('public_')) publicNodes.add(node.name);
    return { is: 'attribute', node: node.name, attribute, ...(index !== undefined && { index }) };
  };
  const firstOf = (places: readonly Elsewhere[]): OutputValue | undefined => {
    for (const place of places) {
      try {
        return 'value' in place ? read(place.value) : callOf(place.call);
      } catch (error) {
        if (!(error instanceof UnmappedError)) throw error;
      }
    }
    return undefined;
  };
  const read = (value: Json): OutputValue => {
    if (typeof value === 'string') return { is: 'text', text: value };
    if (!isUnknown(value)) return { is: 'text', text: JSON.stringify(value), isJson: true };
    if (Array.isArray(value)) return { is: 'list', items: value.map(read) };
    const [[name, given] = ['', null], ...others] = Object.entries(mapOf(value));
    const call = Array.isArray(given) ? (given as readonly Json[]) : [];
    switch (others.length === 0 ? name : '') {
      case 'get_attribute':
        return callOf(call);
      case 'concat':
        return { is: 'joined', parts: call.map(part), separator: '' };
      case 'join':
        return joined(call);
      case 'token':
        return token(call);
      case 'get_operation_output':
      case 'get_artifact':
        throw new UnmappedError(`needs ${name}, which only operations on machines could give`);
      default:
        throw new UnmappedError('is a map of values that are known only later: make an output of each');
    }
  };
  // nothing is an empty text in a longer one
  const part = (value: Json): OutputValue => read(value ?? '');
  const joined = ([parts, separator]: readonly Json[]): OutputValue => {
    const between = typeof separator === 'string' ? separator : '';
    if (Array.isArray(parts)) return { is: 'joined', parts: parts.map(part), separator: between };
    if (!isUnknown(parts ?? null)) throw new UnmappedError('joins something that is no list');
    const of = read(parts ?? null);
    if (of.is === 'attribute') return { is: 'joinedAll', of, separator: between };
    // its texts may become a dynamic reference together: only `joined` is judged for that
    return { is: 'joined', parts: of.is === 'list' ? of.items : [of], separator: between };
  };
  const token = ([of, separator, index]: readonly Json[]): OutputValue => {
    const position = typeof index === 'string' && /^\d+$/.test(index) ? Number(index) : index;
    if (typeof separator !== 'string' || separator === '' || !isPosition(position))
      throw new UnmappedError(
        `has a token that cannot be read: it takes a text, delimiters and the index of a part from 0 to ${lastPart}`,
      );
    return { is: 'token', of: read(of ?? null), separator, index: position };
  };
  return read;
};

/** The last part of a text that a token may ask for: the stack holds as many delimiters. */
const lastPart = 200;

const isPosition = (index: Json | undefined): index is number =>
  isIndex(index) && index !== undefined && index <= lastPart;

const indexOf = ({ index }: { readonly index?: number }) => (index === undefined ? {} : { index });

const isIndex = (index: Json | undefined): index is number | undefined =>
  index === undefined || (typeof index === 'number' && Number.isInteger(index) && index >= 0);

/** `networks` and `ports` of a machine: by the names of the template's nodes; `private` and `public` are always known. */
const addressIn = (
  call: readonly Json[],
  node: Node,
  byName: ReadonlyMap<string, Node>,
): readonly Json[] | undefined => {
  const [name = '', attribute, key, list, ...index] = call;
  if ((attribute !== 'networks' && attribute !== 'ports') || list !== 'addresses') return;
  const port =
    attribute === 'networks' ? portsInto(node, String(key), byName)[0] : portOf(node, byName.get(String(key)));
  if (port !== undefined) return [port.name, 'ip_address', ...index];
  return attribute === 'networks' && (key === 'private' || key === 'public')
    ? [name, `${key}_address`, ...index]
    : undefined;
};

const portOf = (machine: Node, port: Node | undefined): Node | undefined =>
  port !== undefined && isPort(port) && boundTo(port) === machine.name ? port : undefined;

/** Both are the id that AWS gives a volume. */
const volumeIds = ['volume_id', 'tosca_id'];

const namesOfVolume = (node: Node): readonly string[] => (isVolume(node) ? volumeIds : []);

/** Each machine has a volume of its own. */
const idsOf = (volume: Node, machines: readonly Node[], index: number | undefined): OutputValue => {
  const items = machines.map(
    ({ name: node }): OutputValue => ({
      is: 'attribute',
      node,
      attribute: `${ofVolume}${volume.name}`,
      ...(index !== undefined && { index }),
    }),
  );
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { is: 'list', items };
};

/** The standard gives every endpoint the address of its machine. */
const addressOfEndpoint = ([name, capability, attribute, ...rest]: readonly Json[], node: Node) => {
  const types = typeof capability === 'string' ? node.capabilities[capability]?.types : undefined;
  if (attribute !== 'ip_address' || !types?.includes('tosca.capabilities.Endpoint')) return undefined;
  const isPublic = textOf(capabilityValues(node, String(capability))['network_name'])?.toLowerCase() === 'public';
  return [name ?? '', isPublic ? 'public_address' : 'private_address', ...rest];
};

const known = (found: Json): OutputValue => {
  if (typeof found === 'string') return { is: 'text', text: found };
  if (typeof found !== 'object' || found === null) return { is: 'text', text: JSON.stringify(found), isJson: true };
  return Array.isArray(found) ? { is: 'list', items: found.map(known) } : { is: 'function', function: found };
};

/** Of a machine; `tosca_id` is the id that AWS gives it. */
const addresses = ['private_address', 'public_address', 'private_dns_name', 'public_dns_name', 'tosca_id'];
