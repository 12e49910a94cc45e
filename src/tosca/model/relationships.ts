import { openLike } from '../names.ts';
import type { PropertyDef, RequirementDef } from '../types/definitions.ts';
import { inherit } from '../types/inherit.ts';
import { membersOf } from '../types/members.ts';
import type { TypeDef } from '../types/type-def.ts';
import { named } from '../yaml/named.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { assign } from './assign.ts';
import { attributesOf } from './attributes.ts';
import { withCopied } from './copy.ts';
import { draftsOfRelationship } from './drafts.ts';
import type { Relationship } from './instances.ts';
import { type Cell, noCells, noOperations, noOthers, type Site } from './instances.ts';
import { operationsOf } from './lifecycle.ts';
import { assignInterfaces } from './operations.ts';
import type { RelationshipTemplate, Service } from './service.ts';
import { typeOf } from './template-type.ts';

/** Relationship templates by name, without a requirement; each requirement makes its own copy. */
export function relationshipTemplates(service: Service): ReadonlyMap<string, RelationshipTemplate> {
  const written = new Map(named(service.body?.get('relationship_templates')));
  const found = new Map<string, RelationshipTemplate>();
  for (const [name, given] of written) {
    const node = withCopied(service, given, written);
    if (!(node instanceof YamlMapping)) continue;
    const type = typeOf(service, 'relationship', node);
    const instance = emptyRelationship(type, name);
    if (type) fillRelationship(service, instance, { node, at: node });
    found.set(name, { name, type, node, instance });
  }
  return found;
}

export const emptyRelationship = (
  type: Relationship['type'],
  name: string | undefined,
  { source, target, capability, def }: Ends = nowhere,
): Relationship => ({
  type,
  def,
  name,
  source,
  target,
  capability,
  properties: noCells,
  attributes: noCells,
  others: noOthers,
  operations: noOperations,
});

type Ends = Pick<Relationship, 'source' | 'target' | 'capability' | 'def'>;
const nowhere: Ends = { source: undefined, target: undefined, capability: undefined, def: undefined };

interface Given {
  /** a template or an assignment; undefined when only the type of the relationship is known */
  readonly node: YamlMapping | undefined;
  /** place of problems about missing values */
  readonly at: YamlNode;
}

/** Fills a relationship with the values of its template or assignment, its type and its requirement's definition. */
export function fillRelationship(service: Service, relationship: Relationship, { node, at }: Given): void {
  const { type, def } = relationship;
  if (type === undefined) return;
  const defs = definitionsOf(service, type, { node, at }, def);
  // most say nothing, and have a type without values
  if (node === undefined && defs.size === 0 && draftsOfRelationship(type, def).implemented.length === 0) return;
  const site: Site = { node: relationship.source, relationship };
  const owner = { node: at, name: relationship.name ?? type.name, section: 'properties' };
  relationship.properties = assign(defs, node?.get('properties'), owner, site, service.report);
  if (node === undefined) {
    relationship.operations = operationsOf({ type, def, node, site, name: owner.name, others: noOthers });
    return;
  }
  relationship.attributes = attributesOf(service, { node, name: owner.name, type }, site);
  const others: Cell[] = [];
  relationship.others = others;
  assignInterfaces(service, node.get('interfaces'), { name: owner.name, type, def, site, others });
  relationship.operations = operationsOf({ type, def, node, site, name: owner.name, others });
}

/** Tools of 1.x require no properties of a relationship without a template or assignment. */
function definitionsOf(
  { version }: Service,
  type: TypeDef,
  { node }: Given,
  def?: RequirementDef,
): ReadonlyMap<string, PropertyDef> {
  const own = membersOf(type).properties;
  const refined = def?.relationshipProperties;
  if (refined !== undefined && refined.size > 0) {
    const found = openLike(new Map(own), own);
    inherit(found, refined);
    return found;
  }
  return node || version === '2.0' ? own : optional(own);
}

const known = new WeakMap<ReadonlyMap<string, PropertyDef>, ReadonlyMap<string, PropertyDef>>();

function optional(defs: ReadonlyMap<string, PropertyDef>): ReadonlyMap<string, PropertyDef> {
  const before = known.get(defs);
  if (before) return before;
  const made = openLike(new Map([...defs].map(([name, def]) => [name, { ...def, required: false }] as const)), defs);
  known.set(defs, made);
  return made;
}
