import type { Node } from '../../../tosca/topology.ts';
import { inNode, isOf, type Rule } from './judged.ts';

const orderOf = ({ properties }: Node): number => (typeof properties['order'] === 'number' ? properties['order'] : 0);

const machineOf = ({ requirements }: Node): string | undefined =>
  requirements.find(({ name }) => name === 'binding')?.node;

/**
 * RADL numbers the interfaces of a machine from 0 without a gap, and of two with one number only the last is made. The
 * standard wants the same numbers where an order is wanted (1.3 section 8.5.2), and no numbers where it is not.
 */
export const interfaces: Rule = (node, { portsOf }) => {
  const place = portsOf.get(machineOf(node) ?? '')?.indexOf(node) ?? -1;
  return place === -1 || place === orderOf(node) ? [] : [{ edits: [inNode(node, 'order', place)] }];
};

/** Those with one order stay as the template has them. */
export const portsByMachine = (nodes: readonly Node[]): Map<string, readonly Node[]> => {
  const ports = nodes.filter((node) => isOf(node, 'tosca.nodes.network.Port') && machineOf(node) !== undefined);
  const sorted = ports.toSorted((a, b) => orderOf(a) - orderOf(b));
  return Map.groupBy(sorted, (port) => machineOf(port) ?? '');
};
