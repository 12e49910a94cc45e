import type { Node } from '../../../tosca/topology.ts';
import type { StackOffer } from '../../providers/stack-offer.ts';

/** Why nothing can run on the machines of a provider: their agent needs the rights of an instance profile. */
export const withoutAgent = (hosts: ReadonlySet<string>, nodes: readonly Node[], offer: StackOffer) =>
  (offer.instanceProfile ?? offer.agentProfile) !== undefined
    ? []
    : nodes.filter(({ name }) => hosts.has(name)).map((node) => ({ node, why: noRights }));

const noRights =
  'runs operations, and machines of this provider have no rights for Systems Manager: its configuration needs an instanceProfile or agentProfile with which the agent of Systems Manager can work';
