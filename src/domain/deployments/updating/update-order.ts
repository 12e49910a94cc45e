import type { Imports, Node } from '../../../tosca/topology.ts';
import type { Order, UpdateOrder } from '../../deployers/planner.ts';
import type { Resource } from '../../resources/resource.ts';
import { isCompute } from '../../resources/states.ts';

interface OrderedUpdate extends Order, Pick<UpdateOrder, 'changed'> {
  /** of the new template */
  readonly nodes: readonly Node[];
  /** existing and former resources, with those that are being removed */
  readonly resources: readonly Resource[];
}

/** What the deployer's planner needs to know of an update. */
export const updateOrder = (imports: Imports, { resources, ...order }: OrderedUpdate): UpdateOrder => ({
  ...order,
  dropped: droppedNodes(order.nodes, resources),
  isValid: async (template) => {
    const { processTemplate } = await import('../../../tosca/process.ts');
    return (await processTemplate(template, { inputs: {}, imports })).ok;
  },
});

/** Only nodes with VMs are needed: nothing else is made by number. */
const droppedNodes = (nodes: readonly Node[], resources: readonly Resource[]): UpdateOrder['dropped'] => {
  const wanted = new Set(nodes.map(({ name }) => name));
  const dropped = resources.filter((resource) => isCompute(resource) && !wanted.has(resource.toscaNodeName));
  const types = new Map(dropped.map(({ toscaNodeName, toscaNodeType }) => [toscaNodeName, toscaNodeType]));
  return [...types].map(([node, type]) => ({ node, type }));
};
