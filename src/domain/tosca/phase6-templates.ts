import { assign } from './model/assign.ts';
import { type Cells, noCells, type Site } from './model/cell.ts';
import { withCopied } from './model/copy.ts';
import type { CapabilityInstance, NodeInstance } from './model/instances.ts';
import { instantiateOperations } from './model/operations.ts';
import { instantiateRequirements } from './model/requirements.ts';
import { named, type RelationshipTemplate, type Service } from './model/service.ts';
import { checkSubstitution } from './model/substitution.ts';
import * as kinds from './problem-kinds.ts';
import { type CapabilityDef, type Members, membersOf, texts } from './types/members.ts';
import type { TypeDef } from './types/type-def.ts';
import { YamlMapping, type YamlNode } from './yaml/node.ts';
import { textOf } from './yaml/scalar.ts';

/** Phase 6: node templates become instances of their types, requirements find their targets, values become cells. */
export function instantiateTemplates(service: Service): void {
  const templates = named(service.body?.get('node_templates'));
  service.nodeNames = new Set(templates.map(([name]) => name));
  service.relationships = relationshipTemplates(service);
  const nodes = new Map<string, NodeInstance>();
  const byName = new Map(templates);
  for (const [name, written] of templates) {
    const node = withCopied(service, written, byName);
    const instance = nodeInstance(service, name, node);
    if (instance) nodes.set(name, instance);
  }
  service.nodes = nodes;
  for (const node of nodes.values()) node.requirements = instantiateRequirements(service, node);
  checkSubstitution(service);
}

function relationshipTemplates(service: Service): ReadonlyMap<string, RelationshipTemplate> {
  const found = new Map<string, RelationshipTemplate>();
  for (const [name, node] of named(service.body?.get('relationship_templates'))) {
    if (!(node instanceof YamlMapping)) continue;
    const type = typeOf(service, 'relationship', node);
    found.set(name, { name, type, node });
  }
  return found;
}

/** The type a template names; undefined: none, or not known, and reported. */
export function typeOf(service: Service, kind: 'node' | 'relationship' | 'group' | 'policy', node: YamlMapping) {
  const typeNode = node.get('type');
  const name = textOf(typeNode);
  if (typeNode === undefined || name === undefined) {
    service.report.at(node, kinds.keynameMissing('type', `a ${kind} template`), 'type');
    return undefined;
  }
  const type = service.scope.find(kind, name);
  if (type === undefined) service.report.at(typeNode, kinds.typeUnknown(kind, name, service.scope.names(kind)));
  return type;
}

/** A condition that belongs into a node template and stands beside it (node-template-filter of the OASIS suite). */
const misplacedFilter = (name: string, node: YamlMapping): boolean =>
  name === 'node_filter' && [...node.entries.keys()].every((key) => key.startsWith('$'));

function nodeInstance(service: Service, name: string, node: YamlNode): NodeInstance | undefined {
  if (node instanceof YamlMapping && misplacedFilter(name, node)) return undefined;
  if (!(node instanceof YamlMapping)) {
    service.report.at(node, kinds.keynameType('a node template (a map)', node.kind === 'scalar' ? 'a text' : 'a list'));
    return undefined;
  }
  const type = typeOf(service, 'node', node);
  if (type === undefined) return undefined;
  const members = membersForTemplate(type, node);
  const instance: NodeInstance = {
    name,
    node,
    type,
    properties: noCells,
    attributes: noCells,
    capabilities: new Map(),
    requirements: [],
    others: [],
  };
  const site: Site = { node: instance, relationship: undefined };
  const owner = { node, name, section: 'properties' };
  instance.properties = assign(members.properties, node.get('properties'), owner, site, service.report);
  instance.attributes = attributesOf(service, instance, site);
  instance.capabilities = capabilitiesOf(service, instance, site, members.capabilities);
  instantiateOperations(service, instance, site);
  return instance;
}

/** A node that is selected or substituted has its values elsewhere: nothing is required of its template. */
function membersForTemplate(type: TypeDef, node: YamlMapping): Members {
  const members = membersOf(type);
  const elsewhere = texts(node.get('directives')).some((directive) =>
    /^(?:select|selectable|substitute|substitutable)$/.test(directive),
  );
  if (!elsewhere) return members;
  const capabilities = [...members.capabilities].map(
    ([name, def]) => [name, { ...def, properties: withoutRequired(def) }] as const,
  );
  const properties = [...members.properties].map(([name, def]) => [name, { ...def, required: false }] as const);
  return { ...members, properties: new Map(properties), capabilities: new Map(capabilities) };
}

/** Attributes may be given a first value; those nobody declared are allowed, since providers add their own. */
function attributesOf(service: Service, { type, node, name }: NodeInstance, site: Site): Cells {
  const given = node.get('attributes');
  if (given === undefined) return noCells;
  const declared = membersOf(type).attributes;
  return assign(
    new Map([...declared].map(([key, def]) => [key, { ...def, required: false }])),
    given,
    { node, name, section: 'attributes' },
    site,
    service.report,
  );
}

function capabilitiesOf(
  service: Service,
  { node, name: owner }: NodeInstance,
  site: Site,
  defs: ReadonlyMap<string, CapabilityDef>,
): ReadonlyMap<string, CapabilityInstance> {
  const given = new Map(named(node.get('capabilities')));
  for (const [name, assigned] of given) {
    if (!defs.has(name)) service.report.atKey(assigned, kinds.capabilityUnknown(name, owner, defs.keys()));
  }
  const found = new Map<string, CapabilityInstance>();
  for (const [name, def] of defs) {
    const assigned = given.get(name);
    const properties = assigned?.kind === 'mapping' ? assigned.get('properties') : undefined;
    const place = { node: assigned ?? node, name: `${owner}.${name}`, section: 'properties' };
    // a capability nobody speaks of is not held to its required properties: tools of 1.x never did
    const wanted = assigned || service.version === '2.0' ? def.properties : withoutRequired(def);
    found.set(name, { name, def, properties: assign(wanted, properties, place, site, service.report) });
  }
  return found;
}

const optional = new WeakMap<CapabilityDef, CapabilityDef['properties']>();

function withoutRequired(def: CapabilityDef): CapabilityDef['properties'] {
  let found = optional.get(def);
  if (found === undefined) {
    found = new Map([...def.properties].map(([name, property]) => [name, { ...property, required: false }]));
    optional.set(def, found);
  }
  return found;
}
