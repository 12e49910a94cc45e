import type { Node } from '../../../tosca/topology.ts';
import { type Closing, closingRequirements, notOrdered } from '../../deployers/peers.ts';
import type { Judged } from './judged.ts';

/**
 * The manager orders what it configures along requirements, and ends where nodes need each other. So one of these
 * requirements is sent as one without an order (src/tosca/infrastructure-manager/), unless that would lose its operations.
 */
export const peers = (nodes: readonly Node[]): readonly Judged[] =>
  closingRequirements(nodes).map((one) =>
    one.requirement.operations === undefined
      ? { notes: [notOrdered(one, 'the Infrastructure Manager')] }
      : { reasons: [withOperations(one)] },
  );

const withOperations = ({ node, target, requirement }: Closing): string =>
  `nodes ${node.name} and ${target.name} need each other, and the Infrastructure Manager cannot run the operations of the requirement ${requirement.name} of ${node.name} there: give them to the relationship that leads from ${target.name} to ${node.name}, or leave one of the two out`;
