import { bindTemplate } from '../../../tosca/bind.ts';
import type { NodeEdit } from '../../../tosca/edit.ts';
import type { Imports, Json, Node, Topology } from '../../../tosca/topology.ts';
import type { Resource } from '../../resources/resource.ts';
import { isCompute } from '../../resources/states.ts';

interface Asked {
  /** in the form that the Infrastructure Manager can read */
  readonly text: string;
  readonly topology: Pick<Topology, 'nodes'>;
  readonly inputs: { readonly [name: string]: Json };
  /** of the infrastructure */
  readonly name: string;
  /** edits for the provider */
  readonly edits: readonly NodeEdit[];
  /** existing and former resources, with those that are being removed */
  readonly resources: readonly Resource[];
}

const scalable = ['capabilities', 'scalable', 'properties'] as const;

/**
 * All edits of an update's template before it is sent, the provider's own first. The Infrastructure Manager merges the
 * new template into the old one (docs/contract/infrastructure-manager-templates.md, "Updates"), so a value that is left
 * to a default keeps its old value. Therefore every number of VMs is written out, and dropped nodes are named with zero
 * VMs. No removal list is sent: it would stay in the Infrastructure Manager's document for ever, and holds our uuids.
 */
export const updateEdits = async (imports: Imports, asked: Asked): Promise<readonly NodeEdit[]> => {
  const { text, topology, inputs, name } = asked;
  const counts = topology.nodes.filter(({ types: toscaTypes }) => isCompute({ toscaTypes })).flatMap(counted);
  const bind = (edits: readonly NodeEdit[]) => bindTemplate(text, { inputs, name, edits });
  let edits = [...asked.edits, ...counts];
  const { processTemplate } = await import('../../../tosca/process.ts');
  for (const dropped of droppedNodes(asked)) {
    for (const zero of nonesOf(dropped)) {
      const { ok } = await processTemplate(bind([...edits, zero]), { inputs: {}, imports });
      if (!ok) continue; // a number that its type does not have, or a type that the new template does not know
      edits = [...edits, zero];
      break;
    }
  }
  return edits;
};

const counted = ({ name: node, count, capabilities }: Node): readonly NodeEdit[] => {
  const known = capabilities['scalable']?.properties;
  if (known === undefined) return [];
  const values = 'count' in known ? { count } : around(count, known);
  return [
    ...Object.entries(values).map(([property, value]) => ({ node, path: [...scalable, property], value })),
    { node, path: [...scalable, 'removal_list'] },
  ];
};

/** The Infrastructure Manager's parser requires both bounds next to `default_instances`, and uses no defaults for them. */
const around = (count: number, known: { readonly [name: string]: Json } = {}) => ({
  min_instances: Math.min(count, numberOr(1, known['min_instances'])),
  max_instances: Math.max(count, numberOr(1, known['max_instances'])),
  default_instances: count,
});

const numberOr = (otherwise: number, value: Json | undefined): number =>
  typeof value === 'number' ? value : otherwise;

interface Dropped {
  readonly node: string;
  readonly type: string;
}

/** Only nodes with VMs are needed: nothing else is made by number. */
const droppedNodes = ({ topology, resources }: Asked): readonly Dropped[] => {
  const wanted = new Set(topology.nodes.map(({ name }) => name));
  const dropped = resources.filter((resource) => isCompute(resource) && !wanted.has(resource.toscaNodeName));
  const types = new Map(dropped.map(({ toscaNodeName, toscaNodeType }) => [toscaNodeName, toscaNodeType]));
  return [...types].map(([node, type]) => ({ node, type }));
};

/** Only indigo's types have `count`, which overrides the others; the normative type takes a number between its bounds. */
const nonesOf = ({ node, type }: Dropped): readonly NodeEdit[] =>
  [{ count: 0 }, around(0)].map((properties) => ({
    node,
    path: [],
    value: { type, capabilities: { scalable: { properties } } },
  }));
