import type { UpdateOrder } from '../../domain/deployers/planner.ts';
import { isCompute } from '../../domain/resources/states.ts';
import { around } from '../../tosca/around.ts';
import type { NodeEdit } from '../../tosca/edit.ts';
import { bindTemplate } from '../../tosca/infrastructure-manager/bind.ts';
import type { Json, Node } from '../../tosca/topology.ts';
import { explicitEdits } from './explicit-edits.ts';

const scalable = ['capabilities', 'scalable', 'properties'] as const;

/**
 * All edits of an update's template before it is sent, the provider's own first. The Infrastructure Manager merges the
 * new template into the old one (docs/contract/infrastructure-manager-templates.md, "Updates"), so a value that is left
 * to a default keeps its old value. Therefore changed defaults and every number of VMs are written out, and dropped nodes
 * are named with zero VMs. No removal list is sent: it would stay in the Infrastructure Manager's document for ever, and
 * holds our uuids.
 */
export const updateEdits = async (order: UpdateOrder): Promise<readonly NodeEdit[]> => {
  const { template, inputs, name } = order;
  const counts = order.nodes.filter(({ types: toscaTypes }) => isCompute({ toscaTypes })).flatMap(counted);
  let edits = [...explicitEdits(order), ...order.edits, ...counts];
  for (const dropped of order.dropped) {
    for (const zero of nonesOf(dropped)) {
      const isValid = await order.isValid(bindTemplate(template, { inputs, name, edits: [...edits, zero] }));
      if (!isValid) continue; // a number that its type does not have, or a type that the new template does not know
      edits = [...edits, zero];
      break;
    }
  }
  return edits;
};

const counted = ({ name: node, count, capabilities }: Node): readonly NodeEdit[] => {
  const known = capabilities['scalable']?.properties;
  if (known === undefined) return [];
  const values = 'count' in known ? { count } : around(count, boundsOf(known));
  return [
    ...Object.entries(values).map(([property, value]) => ({ node, path: [...scalable, property], value })),
    { node, path: [...scalable, 'removal_list'] },
  ];
};

const boundsOf = (known: { readonly [name: string]: Json }) => ({
  min: numberOr(1, known['min_instances']),
  max: numberOr(1, known['max_instances']),
});

const numberOr = (otherwise: number, value: Json | undefined): number =>
  typeof value === 'number' ? value : otherwise;

/** Only indigo's types have `count`, which overrides the others; the normative type takes a number between its bounds. */
const nonesOf = ({ node, type }: UpdateOrder['dropped'][number]): readonly NodeEdit[] =>
  [{ count: 0 }, around(0)].map((properties) => ({
    node,
    path: [],
    value: { type, capabilities: { scalable: { properties } } },
  }));
