import type { Service } from './model/service.ts';
import { asWarning, functionValue } from './problem-kinds.ts';
import type { Json, Node, Topology } from './topology.ts';

type ByName = ReadonlyMap<string, Node>;

/** The machine below a node, or the node itself where it is one. */
export const machineOf = (node: Node, byName: ByName, passed: readonly Node[] = []): Node | undefined => {
  if (node.types.includes('tosca.nodes.Compute')) return node;
  const host = byName.get(node.requirements.find(({ name }) => name === 'host')?.node ?? '');
  return host === undefined || passed.includes(host) ? undefined : machineOf(host, byName, [...passed, node]);
};

/** Whether an endpoint of the machine, or of what it hosts, or a port that is bound to it, asks for a public network. */
export const mayBePublic = (machine: Node, nodes: readonly Node[], byName: ByName): boolean =>
  machine.properties['public_ip'] === true ||
  nodes.some(
    (node) =>
      (machineOf(node, byName) === machine && Object.values(node.capabilities).some(isPublicEndpoint)) ||
      (node.requirements.some(({ node: bound }) => bound === machine.name) && isPublicPort(node, byName)),
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
  const asking = outputs.filter(({ cell }) => cell?.deferred === true);
  if (asking.length === 0) return;
  const byName = new Map(nodes.map((node) => [node.name, node]));
  for (const { name, cell } of asking) {
    const machines = askedNodes(cell?.value ?? null).flatMap((asked) => {
      const node = byName.get(asked);
      return (node && machineOf(node, byName)) ?? [];
    });
    const missing = machines.find((machine) => !mayBePublic(machine, nodes, byName));
    if (cell !== undefined && missing !== undefined)
      report.at(cell.node, asWarning(functionValue(neverPublic(name, missing.name))));
  }
}

const neverPublic = (output: string, machine: string): string =>
  `the output ${output} asks for the public address of ${machine}, which has no public network and so never gets one: give an endpoint of it the network_name PUBLIC, or bind a port to a public network`;

/** The nodes whose public address a value asks for. */
function askedNodes(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one: Json) => askedNodes(one));
  return Object.entries(value).flatMap(([call, argument]): readonly string[] => {
    const isAsked = call === 'get_attribute' && Array.isArray(argument) && argument.includes('public_address');
    return isAsked ? [String((argument as readonly Json[])[0])] : askedNodes(argument as Json);
  });
}
