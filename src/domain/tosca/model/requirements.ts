import * as kinds from '../problem-kinds.ts';
import { membersOf, namedItems, type RequirementDef } from '../types/members.ts';
import type { TypeDef } from '../types/type-def.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import { assign } from './assign.ts';
import { Cell, noCells, type Site } from './cell.ts';
import type { NodeInstance, Relationship, RequirementInstance } from './instances.ts';
import type { Service } from './service.ts';

/** Requirement assignments of one node: who fulfils each, through which relationship. */
export function instantiateRequirements(service: Service, source: NodeInstance): RequirementInstance[] {
  const { requirements } = membersOf(source.type);
  const found: RequirementInstance[] = [];
  for (const [name, node] of namedItems(source.node.get('requirements'))) {
    const def = requirements.get(name);
    if (def === undefined) service.report.atKey(node, kinds.requirementUnknown(name, source.name, requirements.keys()));
    found.push(instantiate(service, source, name, node, def));
  }
  if (service.version === '2.0') checkCounts(service, source, found);
  return found;
}

/** Fewer or more assignments than the type says (2.0 section 8.5.2). Where none is written the orchestrator finds the targets. */
function checkCounts(service: Service, source: NodeInstance, found: readonly RequirementInstance[]): void {
  for (const [name, { count }] of membersOf(source.type).requirements) {
    const given = found.filter((each) => each.name === name);
    if (count === undefined || given.length === 0) continue;
    const counts = given.map(({ node }) => (node.kind === 'mapping' ? node.get('count') : undefined));
    // counts that are computed are known at deployment
    if (counts.some((each) => each !== undefined && !/^\d+$/.test(textOf(each) ?? ''))) continue;
    const total = counts.reduce((sum, each) => sum + Number(textOf(each) ?? 1), 0);
    if (total >= count.min && total <= count.max) continue;
    const most = Number.isFinite(count.max) ? count.max : 'UNBOUNDED';
    const reason = `${source.name} has ${total} ${name} requirements; its type allows ${count.min} to ${most}`;
    service.report.atKey(given.at(-1)?.node ?? source.node, kinds.requirementCount(reason));
  }
}

function instantiate(
  service: Service,
  source: NodeInstance,
  name: string,
  node: YamlNode,
  def: RequirementDef | undefined,
): RequirementInstance {
  const targetNode = present(node.kind === 'mapping' ? node.get('node') : node);
  const targetName = textOf(targetNode);
  const target = targetName === undefined ? undefined : service.nodes.get(targetName);
  const capability = textOf(node.kind === 'mapping' ? present(node.get('capability')) : undefined);
  if (targetNode && targetName !== undefined && target === undefined) checkTarget(service, targetNode, targetName);
  const relationship = relationshipOf(service, source, target, node, def);
  if (target && targetNode) checkCapability(service, target, targetNode, def, capability);
  const isTemplate = targetName !== undefined && service.nodeNames.has(targetName);
  return { name, node, def, targetName: isTemplate ? targetName : undefined, target, capability, relationship };
}

/** A requirement may name a node type instead: then the provider, or a substitution, finds the node. */
function checkTarget(service: Service, at: YamlNode, name: string): void {
  if (service.nodeNames.has(name) || service.scope.find('node', name)) return;
  service.report.at(at, kinds.nodeUnknown(name, service.nodeNames));
}

function checkCapability(
  service: Service,
  target: NodeInstance,
  at: YamlNode,
  def: RequirementDef | undefined,
  asked: string | undefined,
): void {
  const offered = [...target.capabilities.values()];
  if (asked !== undefined && !target.capabilities.has(asked)) {
    const type = service.scope.find('capability', asked);
    const fits = type && offered.some((each) => each.def.type?.is(type));
    if (!fits) service.report.at(at, kinds.capabilityUnknown(asked, target.name, target.capabilities.keys()));
    return;
  }
  const wanted = def?.capability;
  if (wanted === undefined || offered.some((each) => each.def.type === undefined || each.def.type.is(wanted))) return;
  const reason = `${target.name} has no capability of the type ${wanted.name}, which ${def?.name} needs`;
  service.report.at(at, kinds.requirementTarget(reason));
}

function relationshipOf(
  service: Service,
  source: NodeInstance,
  target: NodeInstance | undefined,
  node: YamlNode,
  def: RequirementDef | undefined,
): Relationship {
  const given = node.kind === 'mapping' ? present(node.get('relationship')) : undefined;
  const name = textOf(given);
  const template = name === undefined ? undefined : service.relationships.get(name);
  const body = given?.kind === 'mapping' ? given : template?.node;
  const type = template ? template.type : (typeFor(service, given) ?? def?.relationship);
  const relationship: Relationship = { type, name, source, target, properties: noCells };
  const site: Site = { node: source, relationship };
  const properties = body?.get('properties');
  if (type && body) {
    const owner = { node: body, name: type.name, section: 'properties' };
    relationship.properties = assign(membersOf(type).properties, properties, owner, site, service.report);
  }
  const interfaces = body?.get('interfaces');
  if (interfaces instanceof YamlMapping)
    source.others.push(new Cell(interfaces, undefined, site, `${source.name}.interfaces`));
  return relationship;
}

/** `relationship: <type>` or `relationship: {type: <type>}`. */
function typeFor(service: Service, given: YamlNode | undefined): TypeDef | undefined {
  const node = given?.kind === 'mapping' ? given.get('type') : given;
  const name = textOf(node);
  if (node === undefined || name === undefined) return undefined;
  const type = service.scope.find('relationship', name);
  if (type === undefined) {
    const known = [...service.relationships.keys(), ...service.scope.names('relationship')];
    service.report.at(node, kinds.typeUnknown('relationship', name, known));
  }
  return type;
}
