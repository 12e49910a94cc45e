import type { MappingNode, Node } from 'js-yaml';
import { childMapping, mappingWith, member, setMember, valueNode, withoutAnchors } from '../yaml/tree.ts';

/** What the requirement that each node has says of its relationship. */
const usual = new Set(['tosca.relationships.DependsOn', 'DependsOn', 'tosca:DependsOn']);

/**
 * The Infrastructure Manager's parser drops the requirement `dependency`, its order and its operations too, without a word
 * where its relationship is of another type than DependsOn (tosca-parser 2.15.0, nodetemplate.py). One that is a
 * relationship template may have any type, so it becomes one.
 */
export function nameRelationships(topology: MappingNode): void {
  const used = new Set<string>();
  const nodes = member(topology, 'node_templates')?.value;
  for (const { key, value } of nodes?.kind === 'mapping' ? nodes.items : []) {
    const requirements = value.kind === 'mapping' ? member(value, 'requirements')?.value : undefined;
    if (requirements?.kind !== 'sequence' || key.kind !== 'scalar') continue;
    for (const [index, item] of requirements.items.entries()) {
      nameOne(topology, `${key.value}_dependency_${index}`, item);
      for (const one of item.kind === 'mapping' ? item.items : [])
        copyUsed(topology, `${key.value}_${nameIn(one.key)}_${index}`, { assigned: one.value, used });
    }
  }
}

const nameIn = (key: Node): string => (key.kind === 'scalar' ? key.value : '');

/** The manager refuses a relationship template that a second requirement names: each further one gets a copy. */
function copyUsed(
  topology: MappingNode,
  name: string,
  { assigned, used }: { readonly assigned: Node; readonly used: Set<string> },
): void {
  const relationship = assigned.kind === 'mapping' ? member(assigned, 'relationship')?.value : undefined;
  const templates = member(topology, 'relationship_templates')?.value;
  if (assigned.kind !== 'mapping' || relationship?.kind !== 'scalar' || templates?.kind !== 'mapping') return;
  const template = member(templates, relationship.value)?.value;
  if (template?.kind !== 'mapping') return;
  if (used.has(relationship.value)) {
    setMember(templates, name, withoutAnchors(structuredClone(template)));
    setMember(assigned, 'relationship', valueNode(name));
  } else used.add(relationship.value);
}

function nameOne(topology: MappingNode, name: string, item: Node): void {
  const assigned = item.kind === 'mapping' ? member(item, 'dependency')?.value : undefined;
  const relationship = assigned?.kind === 'mapping' ? member(assigned, 'relationship')?.value : undefined;
  if (assigned?.kind !== 'mapping' || relationship === undefined || relationship.kind === 'sequence') return;
  const templates = member(topology, 'relationship_templates')?.value;
  if (relationship.kind === 'scalar' && templates?.kind === 'mapping' && member(templates, relationship.value)) return;
  const template = relationship.kind === 'scalar' ? typed(relationship) : relationship;
  const type = template.kind === 'mapping' ? member(template, 'type')?.value : undefined;
  if (type?.kind !== 'scalar' || usual.has(type.value)) return;
  setMember(childMapping(topology, 'relationship_templates', new Map()), name, template);
  setMember(assigned, 'relationship', valueNode(name));
}

const typed = (type: Node): MappingNode => mappingWith([{ key: valueNode('type'), value: type }]);
