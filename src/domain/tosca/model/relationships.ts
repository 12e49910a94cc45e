import { membersOf } from '../types/members.ts';
import { YamlMapping } from '../yaml/node.ts';
import { assign } from './assign.ts';
import { attributesOf } from './attributes.ts';
import { type Cell, noCells, noOthers, type Site } from './cell.ts';
import { withCopied } from './copy.ts';
import type { NodeInstance, Relationship } from './instances.ts';
import { assignInterfaces } from './operations.ts';
import { named, type RelationshipTemplate, type Service } from './service.ts';
import { typeOf } from './template-type.ts';

/** Relationship templates by name, each as it is on its own; requirements make their own of them. */
export function relationshipTemplates(service: Service): ReadonlyMap<string, RelationshipTemplate> {
  const written = new Map(named(service.body?.get('relationship_templates')));
  const found = new Map<string, RelationshipTemplate>();
  for (const [name, given] of written) {
    const node = withCopied(service, given, written);
    if (!(node instanceof YamlMapping)) continue;
    const type = typeOf(service, 'relationship', node);
    const instance = emptyRelationship(type, name);
    if (type) fillRelationship(service, instance, node, undefined);
    found.set(name, { name, type, node, instance });
  }
  return found;
}

export const emptyRelationship = (
  type: Relationship['type'],
  name: string | undefined,
  { source, target, capability }: Ends = nowhere,
): Relationship => ({
  type,
  name,
  source,
  target,
  capability,
  properties: noCells,
  attributes: noCells,
  others: noOthers,
});

type Ends = Pick<Relationship, 'source' | 'target' | 'capability'>;
const nowhere: Ends = { source: undefined, target: undefined, capability: undefined };

/** What a template or an assignment gives to a relationship. */
export function fillRelationship(
  service: Service,
  relationship: Relationship,
  node: YamlMapping,
  source: NodeInstance | undefined,
): void {
  const { type } = relationship;
  if (type === undefined) return;
  const site: Site = { node: source, relationship };
  const owner = { node, name: relationship.name ?? type.name, section: 'properties' };
  relationship.properties = assign(membersOf(type).properties, node.get('properties'), owner, site, service.report);
  relationship.attributes = attributesOf(service, { node, name: owner.name, type }, site);
  const others: Cell[] = [];
  relationship.others = others;
  assignInterfaces(service, node.get('interfaces'), { name: owner.name, type, site, others });
}
