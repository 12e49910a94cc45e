import { bindTemplate } from '../../../tosca/bind.ts';
import type { NodeEdit } from '../../../tosca/edit.ts';
import type { Imports, Json, Node, Topology } from '../../../tosca/topology.ts';
import type { Resource } from '../../resources/resource.ts';
import { isCompute } from '../../resources/states.ts';

interface Asked {
  /** as the Infrastructure Manager can be given it */
  readonly text: string;
  readonly topology: Pick<Topology, 'nodes'>;
  readonly inputs: { readonly [name: string]: Json };
  /** of the infrastructure */
  readonly name: string;
  /** changes for the provider */
  readonly edits: readonly NodeEdit[];
  /** what stands or stood, with what is leaving */
  readonly resources: readonly Resource[];
}

const scalable = ['capabilities', 'scalable', 'properties'] as const;

/**
 * What becomes of an update's template before it is sent, the provider's own changes first. The Infrastructure Manager
 * merges it into the one it has (docs/contract/infrastructure-manager-templates.md, "Updates"), so whatever is left to a
 * default is what an earlier template said: every number of VMs is written down, nodes that are no longer wanted are there
 * with none, and no removal list, which would stay in its document for ever and holds our uuids.
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
      if (!ok) continue; // not a number that its type has, or a type that the new template does not know
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

/** Its parser wants both bounds where it finds `default_instances`, and takes no default of theirs. */
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

/** Only nodes that have VMs need be named: nothing else is made by number. */
const droppedNodes = ({ topology, resources }: Asked): readonly Dropped[] => {
  const wanted = new Set(topology.nodes.map(({ name }) => name));
  const dropped = resources.filter((resource) => isCompute(resource) && !wanted.has(resource.toscaNodeName));
  const types = new Map(dropped.map(({ toscaNodeName, toscaNodeType }) => [toscaNodeName, toscaNodeType]));
  return [...types].map(([node, type]) => ({ node, type }));
};

/** `count` is of indigo's types alone, and goes before others; the normative one takes what lies between its bounds. */
const nonesOf = ({ node, type }: Dropped): readonly NodeEdit[] =>
  [{ count: 0 }, around(0)].map((properties) => ({
    node,
    path: [],
    value: { type, capabilities: { scalable: { properties } } },
  }));
