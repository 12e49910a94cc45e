import type { Json, Node } from '../../../tosca/topology.ts';
import { inCapability, isOf, type Judged, type Rule } from './judged.ts';
import { portsIn } from './ports.ts';

/** The only endpoint of a machine itself that the manager reads (Tosca.py, `_get_node_endpoints`). */
const read = 'endpoint';

/** What the other endpoints of a machine open is written into that one, and so is their network. */
export const endpoints: Rule = (node) => {
  const own = node.capabilities[read];
  const others = Object.entries(node.capabilities).filter(
    ([name, { types }]) => name !== read && types.includes('tosca.capabilities.Endpoint'),
  );
  if (!isOf(node, 'tosca.nodes.Compute') || own === undefined || others.length === 0) return [];
  const opened = others.flatMap(([name, { properties }]) => portsIn(node, name, properties));
  const listed = portsIn(node, read, { ports: own.properties['ports'] ?? null });
  const network = networkOf(others.map(([, { properties }]) => properties['network_name']));
  return [
    ...(opened.length > 0 ? [written(node, Object.fromEntries([...listed, ...opened]))] : []),
    ...(network !== undefined && isUsual(own.properties['network_name'])
      ? [{ edits: [inCapability(node, read, 'network_name', network)] }]
      : []),
  ];
};

const written = (node: Node, ports: { readonly [name: string]: Json }): Judged => ({
  edits: [inCapability(node, read, 'ports', ports)],
});

const isUsual = (network: Json | undefined): boolean =>
  network === undefined || network === null || network === '' || network === 'PRIVATE';

/** A public one first: the machine gets a private address beside it. */
const networkOf = (all: readonly (Json | undefined)[]): string | undefined => {
  const named = all.filter((one) => typeof one === 'string' && !isUsual(one)) as readonly string[];
  return named.find((one) => /PUBLIC$|,/.test(one)) ?? named[0];
};
