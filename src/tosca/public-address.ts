import type { Service } from './model/service.ts';
import { plainAddress } from './network-addresses.ts';
import { asWarning, functionValue } from './problem-kinds.ts';
import type { Json, Node, Topology } from './topology.ts';

type ByName = ReadonlyMap<string, Node>;

/** The machine below a node, or the node itself where it is one. `known` keeps those of all nodes on the way. */
export function machineOf(node: Node, byName: ByName, known = new Map<Node, Node | undefined>()): Node | undefined {
  const passed = new Set<Node>();
  let at: Node | undefined = node;
  while (at !== undefined && !at.types.includes('tosca.nodes.Compute') && !known.has(at)) {
    // hosts that go round are on no machine
    at = passed.has(at) ? undefined : hostOf(at, byName, passed);
  }
  const machine = at && known.has(at) ? known.get(at) : at;
  for (const each of passed) known.set(each, machine);
  return machine;
}

function hostOf(node: Node, byName: ByName, passed: Set<Node>): Node | undefined {
  passed.add(node);
  return byName.get(node.requirements.find(({ name }) => name === 'host')?.node ?? '');
}

/** Names of the machines of which an endpoint, their own or that of what they host, or a bound port asks for a public network. */
export const publicMachines = (
  nodes: readonly Node[],
  byName: ByName,
  known = new Map<Node, Node | undefined>(),
): ReadonlySet<string> =>
  new Set(
    nodes.flatMap((node) => {
      const isAsking = node.properties['public_ip'] === true || Object.values(node.capabilities).some(isPublicEndpoint);
      const below = isAsking ? [machineOf(node, byName, known)?.name ?? ''] : [];
      const bound = isPublicPort(node, byName) ? node.requirements.map(({ node: target = '' }) => target) : [];
      return [...below, ...bound];
    }),
  );

/** A name that only the deployment knows may be that of a public network. */
const isPublicEndpoint = ({ properties: { network_name: name } }: Node['capabilities'][string]): boolean =>
  (typeof name === 'object' && name !== null) || (typeof name === 'string' && /(?:^|\.)PUBLIC$|,/i.test(name));

const isPublicPort = ({ types, requirements }: Node, byName: ByName): boolean =>
  types.some((type) => /\.FloatingIP$/.test(type)) ||
  (types.includes('tosca.nodes.network.Port') && requirements.some(({ node }) => mayBeOutside(byName.get(node ?? ''))));

const mayBeOutside = (network: Node | undefined): boolean =>
  network?.types.includes('tosca.nodes.network.Network') === true && network.properties['network_type'] !== 'private';

/** Warns of outputs that wait for a public address of a machine which asks for no public network. */
export function warnOfMissingAddresses({ outputs, report }: Service, { nodes }: Topology): void {
  const asking = outputs.flatMap(({ name, cell }) => {
    const paths = cell?.deferred === true ? attributePaths(cell.value ?? null) : [];
    return cell === undefined || paths.length === 0 ? [] : [{ name, cell, paths }];
  });
  if (asking.length === 0) return;
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const missing = missingAddresses(nodes, byName);
  for (const { name, cell, paths } of asking) {
    const [first] = paths.flatMap((path) => missing(`the output ${name}`, path));
    if (first !== undefined) report.at(cell.node, asWarning(functionValue(first)));
  }
}

/** Says of a path of `get_attribute` that the public address which it asks for never comes; empty: it may come. */
export const missingAddresses = (
  nodes: readonly Node[],
  byName: ByName,
): ((about: string, path: readonly Json[]) => readonly string[]) => {
  const machinesOf = new Map<Node, Node | undefined>();
  const known = publicMachines(nodes, byName, machinesOf);
  return (about, path) => {
    const node = nodeAt(plainAddress(path, byName) ?? path, byName);
    const machine = node && machineOf(node, byName, machinesOf);
    return machine === undefined || known.has(machine.name) ? [] : [neverPublic(about, machine.name)];
  };
};

const neverPublic = (about: string, machine: string): string =>
  `${about} asks for the public address of ${machine}, which has no public network and so never gets one: give an endpoint of it the network_name PUBLIC, or bind a port to a public network`;

/** The node whose public address a path asks for, which may be behind requirements; undefined: it asks for something else. */
function nodeAt([name, ...path]: readonly Json[], byName: ByName): Node | undefined {
  const attributeAt = path.indexOf('public_address');
  let node = byName.get(String(name));
  // a name that is no requirement is that of a capability of the node
  for (const step of path.slice(0, Math.max(attributeAt, 0))) {
    const requirement = node?.requirements.find((each) => each.name === step);
    if (requirement !== undefined) node = byName.get(requirement.node ?? '');
  }
  return attributeAt < 0 ? undefined : node;
}

/** Of the calls in a value, those that may ask for a public address. */
function attributePaths(value: Json): readonly (readonly Json[])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one: Json) => attributePaths(one));
  return Object.entries(value).flatMap(([call, argument]): readonly (readonly Json[])[] =>
    call === 'get_attribute' && Array.isArray(argument)
      ? [argument as readonly Json[]]
      : attributePaths(argument as Json),
  );
}
