import type { Json, Node } from '../../../tosca/topology.ts';
import { isHosting } from '../../changes/kinds.ts';
import { isUnknown, mapOf } from '../../deployers/capability-values.ts';
import { loginCall } from '../../deployers/requested-logins.ts';
import { isCompute } from '../machines/compute.ts';
import { type ByName, hostOf } from '../machines/software-hosts.ts';
import { type AttributeOf, UnmappedError } from '../values/attributes.ts';
import { elsewhere } from '../values/elsewhere.ts';
import { valueReader } from '../values/expressions.ts';

/** Where a value stands in the template: it decides what SELF, HOST, SOURCE and TARGET are. */
export interface Site {
  readonly node: Node;
  readonly target?: Node | undefined;
}

/** What values ask of the deployment. */
interface Requests {
  /** outputs of steps, by the key of the step */
  readonly outputs: Map<string, Set<string>>;
  /** attributes of nodes without machines: the calls that give them, by `node attribute` */
  readonly attributes: Map<string, Json>;
}

export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** What the template gives. */
export interface Sources {
  readonly byName: ByName;
  readonly attributeOf: AttributeOf;
  /** gets the names of nodes whose public address is asked for */
  readonly publicNodes: Set<string>;
}

type World = Sources & { readonly requests: Requests };

const addresses = ['private_address', 'public_address'];

/**
 * A value whose calls name nodes and steps, so that it can be worked out without the template. UnreadableError says what
 * nobody can know.
 */
export const readable = (value: Json, site: Site | undefined, world: World): Json => {
  if (!isUnknown(value)) return value;
  if (Array.isArray(value)) return value.map((one) => readable(one, site, world));
  const [[name, given] = ['', null], ...others] = Object.entries(mapOf(value));
  const call = Array.isArray(given) ? (given as readonly Json[]) : [];
  if (others.length === 0 && name === 'get_attribute') return attribute(call, site, world);
  if (others.length === 0 && name === 'get_operation_output') return operationOutput(call, site, world);
  if (name === 'get_artifact') throw new UnreadableError('get_artifact, which this deployer does not support');
  return Object.fromEntries(Object.entries(mapOf(value)).map(([key, one]) => [key, readable(one, site, world)]));
};

const attribute = (call: readonly Json[], site: Site | undefined, world: World): Json => {
  const [first, name, index] = call;
  const said = `${String(name)} of ${String(first)}`;
  const node = nodeNamed(first, site, world.byName);
  if (node === undefined || typeof name !== 'string') throw new UnreadableError(`${said}, which is no node`);
  // only the function that reads outputs may read private keys
  if (isCompute(node) && loginCall(call)) {
    if (site === undefined) return { get_attribute: call };
    throw new UnreadableError(`the login of machine ${node.name}, which only an output may hold`);
  }
  const path = call.slice(1).map(String).join('.');
  const own = first === 'HOST' ? hostsFrom(node, world.byName) : [node];
  const owner = own.find((one) => world.attributeOf(one)?.read(path) !== undefined);
  if (owner !== undefined) {
    world.requests.attributes.set(`${owner.name} ${path}`, { get_attribute: [owner.name, ...call.slice(1)] });
    return { get_attribute: [owner.name, path] };
  }
  const machine = hostOf(node, world.byName);
  const other = addresses.includes(name) ? undefined : foundElsewhere(node, call.slice(1), world);
  if (other !== undefined) return other;
  if (isInStack(node, call.slice(1), world)) {
    world.requests.attributes.set(`${node.name} ${path}`, { get_attribute: [node.name, ...call.slice(1)] });
    return { get_attribute: [node.name, path] };
  }
  if (!addresses.includes(name)) throw new UnreadableError(`${said}, and nothing gives this attribute`);
  if (machine === undefined) throw new UnreadableError(`${said}, which stands on no machine`);
  if (name === 'public_address') world.publicNodes.add(machine.name);
  return { get_attribute: [machine.name, name, ...(typeof index === 'number' ? [index] : [])] };
};

/** Whether an output of the stack can give an attribute, such as the id of a volume; of several machines it gives a list. */
const isInStack = (node: Node, path: readonly Json[], world: World): boolean => {
  if (addresses.includes(String(path[0])) || (isCompute(node) && node.count > 1)) return false;
  try {
    valueReader(world)({ get_attribute: [node.name, ...path] });
    return true;
  } catch (error) {
    if (error instanceof UnmappedError) return false;
    throw error;
  }
};

const foundElsewhere = (node: Node, path: readonly Json[], world: World): Json | undefined => {
  for (const place of elsewhere(node, path, world.byName)) {
    try {
      return 'value' in place ? readable(place.value, { node }, world) : attribute(place.call, { node }, world);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
    }
  }
  return undefined;
};

const nodeNamed = (name: Json | undefined, site: Site | undefined, byName: ByName): Node | undefined => {
  if (name === 'SELF' || name === 'SOURCE') return site?.node;
  if (name === 'TARGET') return site?.target;
  if (name === 'HOST') return site && hostsFrom(site.node, byName)[0];
  return typeof name === 'string' ? byName.get(name) : undefined;
};

const hostsFrom = (node: Node, byName: ByName): readonly Node[] => {
  const found = [node];
  for (let at: Node | undefined = node; at !== undefined; ) {
    const host: Node | undefined = byName.get(at.requirements.find(isHosting)?.node ?? '');
    if (host === undefined || found.includes(host)) break;
    found.push(host);
    at = host;
  }
  return isCompute(node) ? found : found.slice(1);
};

const operationOutput = (call: readonly Json[], site: Site | undefined, { byName, requests }: World): Json => {
  const [first, face, operation, name] = call;
  const said = `the output ${String(name)} of ${String(face)}.${String(operation)} of ${String(first)}`;
  const node = nodeNamed(first, site, byName);
  const own = Object.entries(node?.operations ?? {}).find(
    ([, one]) => one.interface === face && one.name === operation && one.of === 'standard',
  );
  const isRun = ['create', 'configure', 'start'].includes(String(operation));
  if (node === undefined || own === undefined || !isRun || typeof name !== 'string')
    throw new UnreadableError(`${said}, which is not run`);
  const key = `${node.name} ${own[0]}`;
  requests.outputs.set(key, (requests.outputs.get(key) ?? new Set()).add(name));
  return { get_operation_output: [key, name] };
};
