import { checkCondition } from '../functions/condition.ts';
import * as kinds from '../problem-kinds.ts';
import type { RequirementDef } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import { allowed, isOneOf } from '../types/references.ts';
import type { TypeDef } from '../types/type-def.ts';
import { eachNamed } from '../yaml/named.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import { allocationCells } from './allocation.ts';
import type { NodeInstance, Relationship, RequirementInstance } from './instances.ts';
import { noOthers } from './instances.ts';
import { emptyRelationship, fillRelationship } from './relationships.ts';
import { checkCounts } from './requirement-counts.ts';
import { writtenTarget } from './requirement-index.ts';
import { checkCapability, checkEnds, checkNodeType } from './requirement-target.ts';
import type { Service } from './service.ts';

/** The requirement assignments of one node: the target of each, and the relationship to it. */
export function instantiateRequirements(service: Service, source: NodeInstance): RequirementInstance[] {
  const { requirements } = membersOf(source.type);
  const found: RequirementInstance[] = [];
  eachNamed(source.node.get('requirements'), (node, name) => {
    const def = requirements.get(name);
    if (def === undefined && isAlone(node))
      service.report.atKey(node, kinds.requirementUnknown(name, source.name, requirements));
    found.push(instantiate(service, source, name, node, def));
  });
  checkCounts(service, source, found);
  return found;
}

/** The grammar has reported an entry with several names: most of these are keynames with too little indentation. */
const isAlone = ({ parent }: YamlNode): boolean => parent?.kind !== 'mapping' || parent.size === 1;

function instantiate(
  service: Service,
  source: NodeInstance,
  name: string,
  node: YamlNode,
  def: RequirementDef | undefined,
): RequirementInstance {
  const { name: targetNode } = writtenTarget(node);
  const targetName = textOf(targetNode);
  const target = targetName === undefined ? undefined : service.nodes.get(targetName);
  const member = (key: string): YamlNode | undefined => (node.kind === 'mapping' ? present(node.get(key)) : undefined);
  const capability = textOf(member('capability'));
  if (targetNode && targetName !== undefined) {
    if (target === undefined) checkTarget(service, targetNode, targetName);
    checkNodeType(service, targetNode, target?.type ?? service.scope.find('node', targetName), def);
  }
  const relationship = relationshipOf(service, source, target, node, def);
  const end = { target, at: targetNode ?? node, capabilityName: member('capability') };
  checkCapability(service, end, def);
  if (target) checkEnds(service, { ...end, source, relationship: relationship.type }, def);
  checkCondition(service, member('node_filter'));
  const allocation = service.version === '2.0' ? member('allocation') : undefined;
  const others = allocation ? allocationCells(service, source, { target, capability, def }, allocation) : noOthers;
  const isTemplate = targetName !== undefined && service.nodeNames.has(targetName);
  const chosen = isTemplate ? targetName : undefined;
  return { name, node, def, targetName: chosen, target, capability, relationship, others };
}

/** A requirement may name a node type instead: then the provider or a substitution finds the node. */
function checkTarget(service: Service, at: YamlNode, name: string): void {
  const indexed = at.parent?.kind === 'sequence' && typeof at.key === 'number' && service.version === '2.0';
  if (service.nodeNames.has(name) || (!indexed && service.scope.find('node', name))) return;
  service.report.at(at, kinds.nodeUnknown(name, service.nodeNames));
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
  // in 2.0 a type comes before a template of the same name (section 8.5.2)
  const isType = service.version === '2.0' && name !== undefined && service.scope.find('relationship', name);
  const template = name === undefined || isType ? undefined : service.relationships.get(name);
  const body = given?.kind === 'mapping' ? given : template?.node;
  const type = template ? template.type : (typeFor(service, given) ?? def?.relationship);
  const capability = service.version === '2.0' ? endOf(node, def) : undefined;
  const relationship = emptyRelationship(type, name, { source, target, capability, def });
  template?.uses.push(relationship);
  checkRelationship(service, given ?? node, { type, wanted: def?.relationship, source, target });
  fillRelationship(service, relationship, {
    node: body instanceof YamlMapping ? body : undefined,
    at: body instanceof YamlMapping ? body : (given ?? node),
  });
  return relationship;
}

/** The capability at which a relationship ends; paths of 2.0 lead through it. */
function endOf(node: YamlNode, def: RequirementDef | undefined): Relationship['capability'] {
  const capability = textOf(node.kind === 'mapping' ? node.get('capability') : undefined);
  return { name: capability ?? def?.capabilityName, type: def?.capability };
}

interface Ends {
  readonly type: TypeDef | undefined;
  readonly wanted: TypeDef | undefined;
  readonly source: NodeInstance;
  readonly target: NodeInstance | undefined;
}

/** Checks that the relationship has the wanted type and may join these nodes (2.0 sections 7.3 and 8.5). */
function checkRelationship(service: Service, at: YamlNode, { type, wanted, source, target }: Ends): void {
  if (type === undefined) return;
  const refuse = (reason: string): void => service.report.at(at, service.judged(kinds.requirementTarget(reason)));
  if (wanted && !type.mayBe(wanted))
    refuse(`the relationship is a ${type.name}; it must be ${wanted.name} or derive from it`);
  const sources = allowed(type, 'valid_source_node_types');
  if (sources && !isOneOf(source.type, sources)) refuse(`${type.name} does not begin at a ${source.type.name}`);
  const targets = allowed(type, 'valid_target_node_types');
  if (targets && target && !isOneOf(target.type, targets)) refuse(`${type.name} does not end at a ${target.type.name}`);
}

/** Reads `relationship: <type>` or `relationship: {type: <type>}`. */
function typeFor(service: Service, given: YamlNode | undefined): TypeDef | undefined {
  const node = given?.kind === 'mapping' ? given.get('type') : given;
  const name = textOf(node);
  if (node === undefined || name === undefined) return undefined;
  const type = service.scope.find('relationship', name);
  if (type === undefined) {
    service.report.at(node, service.scope.unknownType('relationship', name, service.relationships));
  }
  return type;
}
