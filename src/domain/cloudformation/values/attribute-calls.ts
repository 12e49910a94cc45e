import type { Json, Node } from '../../../tosca/topology.ts';
import { capabilityValues, textOf } from '../../deployers/capability-values.ts';
import { givesKey, loginCall } from '../../deployers/requested-logins.ts';
import type { OutputValue } from '../blueprint/blueprint.ts';
import { isCompute } from '../machines/compute.ts';
import { attachedTo, isVolume } from '../machines/volumes.ts';
import { boundTo, isPort, portsInto } from '../networks/networks.ts';
import { type AttributeOf, UnmappedError } from './attributes.ts';
import { elsewhere } from './elsewhere.ts';
import { ofPort, ofVolume } from './evaluate.ts';

export interface Sources {
  readonly byName: ReadonlyMap<string, Node>;
  readonly attributeOf: AttributeOf;
  /** gets the names of nodes whose public address is read */
  readonly publicNodes: Set<string>;
}

/** A call of get_attribute that names a node of the template. */
interface AttributeCall {
  readonly call: readonly Json[];
  readonly node: Node;
  readonly attribute: string;
  readonly index: Json | undefined;
  readonly rest: readonly Json[];
  /** what was called, for a message */
  readonly asks: string;
}

/** One way to find the value; undefined: another way may find it. Throws UnmappedError: nobody can give it. */
type Rule = (call: AttributeCall) => OutputValue | undefined;

/** Reads the arguments of get_attribute. `read` reads values that hold further calls. Throws UnmappedError. */
export const attributeReader = (
  sources: Sources,
  read: (value: Json) => OutputValue,
): ((call: readonly Json[]) => OutputValue) => {
  const readCall = (call: readonly Json[]): OutputValue => {
    const parsed = parse(call, sources);
    for (const rule of rules) {
      const value = rule(parsed);
      if (value !== undefined) return value;
    }
    return addressOf(parsed, sources);
  };
  const rules: readonly Rule[] = [
    ofLogin,
    (call) => ofNodeWithoutMachine(call, sources),
    (call) => ofPortOfMachine(call, sources),
    (call) => ofAttachedVolume(call, sources),
    (call) => {
      const address = addressWithin(call, sources);
      return address === undefined ? undefined : readCall(address);
    },
    ({ node, call, attribute, rest }) =>
      isCompute(node) && addresses.includes(attribute) && rest.length === 0
        ? undefined
        : ofOtherPlaces(node, call, sources, { read, readCall }),
  ];
  return readCall;
};

const parse = (call: readonly Json[], { byName }: Sources): AttributeCall => {
  const [name, attribute, index, ...rest] = call;
  const node = typeof name === 'string' ? byName.get(name) : undefined;
  const asks = `asks for ${call.slice(1).map(String).join(', ')} of ${String(name)}`;
  if (node === undefined || typeof attribute !== 'string') throw new UnmappedError(`${asks}, which is no node`);
  return { call, node, attribute, index, rest, asks };
};

/** What one logs in to a machine with. */
const ofLogin: Rule = ({ call, node, asks }) => {
  const login = isCompute(node) ? loginCall(call) : undefined;
  if (login === undefined) return undefined;
  if (givesKey(login)) throw new UnmappedError(`${asks}: a private key, which only an output may hold`);
  if (login.member === 'token_type') return { is: 'text', text: 'private_key' };
  return { is: 'attribute', node: node.name, attribute: 'user', ...indexOf(login) };
};

const ofNodeWithoutMachine = ({ call, node }: AttributeCall, { attributeOf }: Sources): OutputValue | undefined => {
  const attributes = isCompute(node) ? undefined : attributeOf(node);
  const found = attributes?.read(call.slice(1).map(String).join('.'));
  return found === undefined ? undefined : known(found);
};

const ofPortOfMachine = ({ node, attribute, index }: AttributeCall, { byName }: Sources): OutputValue | undefined => {
  const machine = isPort(node) && attribute === 'ip_address' ? byName.get(boundTo(node) ?? '') : undefined;
  if (machine === undefined || !isIndex(index)) return undefined;
  return { is: 'attribute', node: machine.name, attribute: `${ofPort}${node.name}`, ...indexOf({ index }) };
};

/** Each machine has a volume of its own. */
const ofAttachedVolume = ({ node, attribute, index }: AttributeCall, { byName }: Sources): OutputValue | undefined => {
  if (!isVolume(node) || !volumeIds.includes(attribute) || !isIndex(index)) return undefined;
  const machines = attachedTo(node, byName.values());
  if (index !== undefined && machines.length > 1) return undefined;
  const ids = machines.map(
    ({ name }): OutputValue => ({
      is: 'attribute',
      node: name,
      attribute: `${ofVolume}${node.name}`,
      ...indexOf({ index }),
    }),
  );
  return ids.length > 1 ? { is: 'list', items: ids } : ids[0];
};

/** An address of a machine by another name: in one of its networks, at one of its ports, of one of its endpoints. */
const addressWithin = ({ call, node }: AttributeCall, { byName }: Sources): readonly Json[] | undefined =>
  isCompute(node) ? (addressIn(call, node, byName) ?? addressOfEndpoint(call, node)) : undefined;

/** The first of the places where TOSCA looks that gives a value. */
const ofOtherPlaces = (
  node: Node,
  call: readonly Json[],
  { byName }: Sources,
  { read, readCall }: { read(value: Json): OutputValue; readCall(call: readonly Json[]): OutputValue },
): OutputValue | undefined => {
  for (const place of elsewhere(node, call.slice(1), byName)) {
    try {
      return 'value' in place ? read(place.value) : readCall(place.call);
    } catch (error) {
      if (!(error instanceof UnmappedError)) throw error;
    }
  }
  return undefined;
};

/** The address of a machine, where no rule has found a value. */
const addressOf = (call: AttributeCall, { attributeOf, publicNodes }: Sources): OutputValue => {
  const { node, attribute, index, rest, asks } = call;
  if (!isCompute(node) || !addresses.includes(attribute) || rest.length > 0) {
    const names = isCompute(node)
      ? [...addresses, 'endpoint.credential']
      : (attributeOf(node)?.names ?? volumeNames(node));
    const there = names.length === 0 ? 'none is known here' : `known here: ${names.join(', ')}`;
    throw new UnmappedError(`${asks} (type ${node.type}), and ${there}`);
  }
  if (!isIndex(index)) throw new UnmappedError(`${asks}, which is no list of addresses`);
  if (attribute.startsWith('public_')) publicNodes.add(node.name);
  return { is: 'attribute', node: node.name, attribute, ...indexOf({ index }) };
};

const indexOf = ({ index }: { readonly index?: number | undefined }) => (index === undefined ? {} : { index });

/** A whole number from 0 on. Nothing is one too: a call may leave its index out. */
export const isIndex = (index: Json | undefined): index is number | undefined =>
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

const volumeNames = (node: Node): readonly string[] => (isVolume(node) ? volumeIds : []);

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
