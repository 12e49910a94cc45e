import { checkCondition } from './functions/condition.ts';
import { assign } from './model/assign.ts';
import { attributesOf } from './model/attributes.ts';
import { Capabilities, checkPlaces, withoutRequired } from './model/capabilities.ts';
import { hasLimits } from './model/capability-counts.ts';
import { withCopied } from './model/copy.ts';
import { Cell, NodeInstance, type Site } from './model/instances.ts';
import { operationsOf } from './model/lifecycle.ts';
import { isElsewhere, mappedRequirements } from './model/mapping-target.ts';
import { Nodes } from './model/nodes.ts';
import { instantiateOperations } from './model/operations.ts';
import { relationshipTemplates } from './model/relationships.ts';
import { instantiateRequirements } from './model/requirements.ts';
import type { NamesInUse, Service } from './model/service.ts';
import { typeOf } from './model/template-type.ts';
import { opened, openLike } from './names.ts';
import * as kinds from './problem-kinds.ts';
import { type Members, membersOf, texts } from './types/members.ts';
import type { TypeDef } from './types/type-def.ts';
import { found } from './values/found.ts';
import { named } from './yaml/named.ts';
import { YamlMapping, type YamlNode } from './yaml/node.ts';
import { present, textOf } from './yaml/scalar.ts';

/**
 * Phase 6: node templates become instances of their types, requirements get their targets, and values become cells. This
 * happens node by node, when somebody first asks for the node or for its requirements.
 */
export function instantiateTemplates(service: Service): void {
  const section = service.body?.get('node_templates');
  const listed = section?.kind === 'mapping' ? [] : named(section);
  const templates = section?.kind === 'mapping' ? section.entries : new Map(listed);
  service.nodeNames = namesOf(service, 'node_templates');
  service.groupNames = namesOf(service, 'groups');
  service.mappedRequirements = mappedRequirements(service);
  service.relationships = relationshipTemplates(service);
  const making: Making = {
    service,
    capabilities: new Capabilities(service),
    requirementsOf: (node) => instantiateRequirements(service, node),
  };
  const instantiate = (name: string, written: YamlNode): NodeInstance | undefined => {
    if (service.budget.isSpent) return undefined;
    const instance = nodeInstance(making, name, withCopied(service, written, templates));
    service.budget.spend(instance ? partsOf(instance) : 1);
    return instance;
  };
  service.nodes = new Nodes(templates, instantiate);
  // in a list, which is a mistake, a name may come twice: the last one counts, and mistakes in the others are reported
  for (const [name, written] of listed) if (templates.get(name) !== written) instantiate(name, written);
}

/** What all nodes of a template are made with. */
interface Making {
  readonly service: Service;
  readonly capabilities: Capabilities;
  readonly requirementsOf: (node: NodeInstance) => NodeInstance['requirements'];
}

/** The names as written, including templates that are too broken to be instantiated. */
function namesOf({ body, unread }: Service, section: string): NamesInUse {
  const node = present(body?.get(section));
  const known = node?.kind === 'mapping' ? node.entries : new Set(named(node).map(([name]) => name));
  return node?.kind === 'scalar' || unread ? opened(new Set(known.keys())) : known;
}

/** What a node costs, in parts: its values, and everything made from its other assignments. */
function partsOf({ properties, attributes, capabilities, others }: NodeInstance): number {
  let parts = 5 + properties.size + attributes.size + 2 * others.length;
  for (const capability of capabilities.values()) parts += 1 + capability.properties.size + capability.attributes.size;
  return parts;
}

/** A filter that belongs inside a node template but stands beside it (node-template-filter of the OASIS suite). */
const misplacedFilter = (name: string, node: YamlMapping): boolean =>
  name === 'node_filter' && [...node.entries.keys()].every((key) => key.startsWith('$'));

function nodeInstance(making: Making, name: string, node: YamlNode): NodeInstance | undefined {
  const { service, capabilities } = making;
  if (node instanceof YamlMapping && misplacedFilter(name, node)) return undefined;
  if (!(node instanceof YamlMapping)) {
    service.report.at(node, kinds.keynameType('a node template (a map)', found(node)));
    return undefined;
  }
  const type = typeOf(service, 'node', node);
  if (type === undefined) return undefined;
  const members = membersForTemplate(type, node);
  const count = service.version === '2.0' ? countOf(name, node) : undefined;
  const instance = new NodeInstance({ name, node, type, count }, making.requirementsOf);
  const site: Site = { node: instance, relationship: undefined };
  const owner = { node, name, section: 'properties' };
  instance.properties = assign(members.properties, node.get('properties'), owner, site, service.report);
  if (service.version !== '2.0') checkPlaces(node, members.properties, service.report);
  instance.attributes = attributesOf(service, instance, site);
  checkFilter(service, node);
  instance.capabilities = capabilities.of(instance, site, members.capabilities);
  if (hasLimits(instance)) service.limited.add(instance);
  const ofOperations: Site = { node: instance, relationship: undefined, isOperation: true };
  instantiateOperations(service, instance, ofOperations);
  instance.operations = operationsOf({ type, node, site: ofOperations, name, others: instance.others });
  return instance;
}

/** A count that the grammar refused is ignored. */
function countOf(name: string, node: YamlMapping): Cell | undefined {
  const count = node.get('count');
  const read = count?.kind === 'mapping' || (count?.kind === 'scalar' && /^(?:\d|\$)/.test(count.text));
  if (count === undefined || !read || /^\d+\./.test(textOf(count) ?? '')) return undefined;
  return new Cell(count, undefined, { node: undefined, relationship: undefined }, name, 'count');
}

/** A selected or substituted node has its values elsewhere, so its template needs no required values. */
function membersForTemplate(type: TypeDef, node: YamlMapping): Members {
  const members = membersOf(type);
  if (!isElsewhere(node)) return members;
  const capabilities = [...members.capabilities].map(
    ([name, def]) => [name, { ...def, properties: withoutRequired(def) }] as const,
  );
  const properties = [...members.properties].map(([name, def]) => [name, { ...def, required: false }] as const);
  return {
    ...members,
    properties: openLike(new Map(properties), members.properties),
    capabilities: openLike(new Map(capabilities), members.capabilities),
  };
}

/** A node filter works only on a selected node (2.0 section 7.2.1). */
function checkFilter(service: Service, node: YamlMapping): void {
  const filter = node.get('node_filter');
  if (filter === undefined || service.version !== '2.0') return;
  checkCondition(service, filter);
  if (!texts(node.get('directives')).includes('select')) service.report.atKey(filter, unusedFilter);
}

const unusedFilter = kinds.asWarning(
  kinds.conditionInvalid('node_filter only works with the directive select; without it, it does nothing'),
);
