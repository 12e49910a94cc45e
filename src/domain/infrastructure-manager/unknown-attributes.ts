import { targetOf } from '../../tosca/network-addresses.ts';
import { machineOf, publicMachines } from '../../tosca/public-address.ts';
import type { Json, Node } from '../../tosca/topology.ts';
import { attributeOf } from './forms/known-attributes.ts';

type ByName = ReadonlyMap<string, Node>;

interface Reading {
  /** for messages, e.g. `output url` */
  readonly about: string;
  /** of `get_attribute`, beginning with the name of a node */
  readonly path: readonly Json[];
}

/**
 * Why the manager never tells an attribute of a machine that it knows: there is no such machine, or its ports leave it
 * without a public address. Empty: it tells it.
 */
export const unknownAttributes = (
  nodes: readonly Node[],
  byName: ByName,
): ((reading: Reading) => readonly string[]) => {
  const portsOf = Map.groupBy(nodes.filter(isBound), (port) => targetOf(port, 'binding') ?? '');
  const withoutPorts = publicMachines(
    nodes.filter((node) => !isBound(node)),
    byName,
  );
  const publicByPort = publicMachines(nodes.filter(isBound), byName);
  return ({ about, path: [name, ...path] }) => {
    const node = byName.get(String(name));
    const machine = node && machineOf(node, byName);
    if (node === undefined || machine === undefined) return [];
    const attribute = attributeOf(node, path);
    if (machine.count === 0 && attribute !== 'tosca_name')
      return [`${about} stays empty: it asks for ${attribute} of ${node.name}, and ${ofNone(node, machine)}`];
    const ports = portsOf.get(machine.name) ?? [];
    const isMisled = withoutPorts.has(machine.name) && ports.length > 0 && !publicByPort.has(machine.name);
    return isMisled && attribute === 'public_address' ? [onlyPrivate(about, machine, ports)] : [];
  };
};

const ofNone = (node: Node, machine: Node): string =>
  node === machine ? 'there are 0 machines of that node' : `there are 0 machines of its host ${machine.name}`;

/** Where ports are bound to a machine, the manager looks at nothing else (Tosca.py, `_add_node_nets`). */
const onlyPrivate = (about: string, { name }: Node, ports: readonly Node[]): string =>
  `${about} asks for the public address of ${name}, which never gets one: its ports (${ports.map((port) => port.name).join(', ')}) lead to private networks only, and beside ports the Infrastructure Manager ignores the network_name of endpoints: bind a port to a public network`;

const isBound = (node: Node): boolean =>
  node.types.includes('tosca.nodes.network.Port') && targetOf(node, 'binding') !== undefined;
