import { openLike } from '../names.ts';
import { lenient } from '../report.ts';
import type { PropertyDef, RequirementDef } from '../types/definitions.ts';
import { inherit } from '../types/inherit.ts';
import { membersOf } from '../types/members.ts';
import { interfacesOf } from '../types/refined-relationship.ts';
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
import { checkUnassigned } from './unassigned-inputs.ts';

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
    found.set(name, { name, type, node, instance, uses: [] });
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
  const defs = definitionsOf(type, def);
  // most say nothing, and have a type without values
  if (node === undefined && defs.size === 0 && draftsOfRelationship(type, def).implemented.length === 0) return;
  const site: Site = { node: relationship.source, relationship };
  const owner = { node: at, name: relationship.name ?? type.name, section: 'properties' };
  // tools of 1.x do not look for required properties of a relationship without a template or assignment
  const report = node || service.version === '2.0' ? service.report : lenient(service.report);
  relationship.properties = assign(defs, node?.get('properties'), owner, site, report);
  checkUnassigned(service, interfacesOf(type, def), node?.get('interfaces'), at);
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

/** Those of its type, as the definition of the requirement refines them. */
function definitionsOf(type: TypeDef, def: RequirementDef | undefined): ReadonlyMap<string, PropertyDef> {
  const own = membersOf(type).properties;
  const refined = def?.relationshipProperties;
  if (refined === undefined || refined.size === 0) return own;
  const found = openLike(new Map(own), own);
  inherit(found, refined);
  return found;
}
