import type { Node } from '../../../tosca/topology.ts';
import { inNode, isOf, type Rule } from './judged.ts';

const orderOf = ({ properties }: Node): number => (typeof properties['order'] === 'number' ? properties['order'] : 0);

const machineOf = ({ requirements }: Node): string | undefined =>
  requirements.find(({ name }) => name === 'binding')?.node;

/**
 * RADL numbers the interfaces of a machine from 0 without a gap, and of two with one number only the last is made. The
 * standard wants the same numbers where an order is wanted (1.3 section 8.5.2), and no numbers where it is not.
 */
export const interfaces: Rule = (node, all) => {
  const machine = machineOf(node);
  if (!isOf(node, 'tosca.nodes.network.Port') || machine === undefined) return [];
  const together = all
    .filter((one) => isOf(one, 'tosca.nodes.network.Port') && machineOf(one) === machine)
    .toSorted((a, b) => orderOf(a) - orderOf(b));
  const place = together.findIndex(({ name }) => name === node.name);
  return place === orderOf(node) ? [] : [{ edits: [inNode(node, 'order', place)] }];
};
