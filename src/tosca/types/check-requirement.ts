import { faultsOf } from '../functions/clause.ts';
import { clauseFinding } from '../functions/condition.ts';
import { isOpen } from '../names.ts';
import * as kinds from '../problem-kinds.ts';
import type { Finding } from '../report.ts';
import { named } from '../yaml/named.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { PropertyDef, RequirementDef } from './definitions.ts';
import { namesIn, type OperationDef } from './interfaces.ts';
import { membersOf } from './members.ts';
import { known } from './references.ts';
import { checkDefinitionsOf, checkGivenValues } from './refined-definitions.ts';
import type { TypeDef } from './type-def.ts';
import { operationNames, operationNode, sectionOf } from './written-operations.ts';

export function checkRequirements(type: TypeDef): void {
  const seen = new Set<string>();
  for (const [name, node] of named(type.node.get('requirements'))) {
    if (seen.has(name) && type.scope.version === '2.0')
      type.scope.report?.atKey(node, kinds.nameTaken('requirement', name));
    seen.add(name);
    checkRequirement(type, name, node);
  }
}

function checkRequirement(type: TypeDef, name: string, node: YamlNode): void {
  if (node.kind !== 'mapping') {
    known(type, 'capability', node);
    return;
  }
  const relationship = node.get('relationship');
  const relationshipType = relationship?.kind === 'mapping' ? relationship.get('type') : relationship;
  known(type, 'relationship', relationshipType);
  known(type, 'node', node.get('node'));
  const def = membersOf(type).requirements.get(name);
  if (type.scope.version !== '2.0') {
    if (def) checkCapabilityOf(type, node, def);
    if (relationship?.kind === 'mapping') checkInterfacesOf(type, relationship, def);
    return;
  }
  if (relationship?.kind === 'mapping') checkRelationship(type, relationship, def);
  checkConditionOf(type, node.get('node_filter'));
  // the parent type may name the capability
  if (def?.capabilityName !== undefined) checkCapabilityOf(type, node, def);
  else if (!type.isOpen)
    type.scope.report?.at(node, kinds.keynameMissing('capability', 'a requirement definition'), 'capability');
}

/** `capability` names a type, or a capability of the target's type (2.0 section 8.4.1). */
function checkCapabilityOf(
  type: TypeDef,
  node: YamlMapping,
  { node: target, capabilityName = '' }: RequirementDef,
): void {
  const named = target && membersOf(target).capabilities;
  if (named?.has(capabilityName)) return;
  const mayBeNamed = named ? isOpen(named) : textOf(node.get('node')) !== undefined;
  if (!mayBeNamed) known(type, 'capability', node.get('capability'));
}

/** A relationship definition names a type, or keeps that of the requirement that it refines (2.0 section 8.4). */
function checkRelationship(type: TypeDef, node: YamlMapping, def: RequirementDef | undefined): void {
  if (def?.relationship === undefined) {
    if (node.get('type') === undefined && !type.isOpen)
      type.scope.report?.at(node, kinds.keynameMissing('type', 'a relationship definition'), 'type');
    return;
  }
  const { properties, attributes } = membersOf(def.relationship);
  checkWithin(type, node, { name: def.relationship.name, properties, attributes });
  checkInterfacesOf(type, node, def);
}

/** The interfaces of a relationship definition are those of its type: in 1.x, whose tools do not check, only a warning. */
function checkInterfacesOf(type: TypeDef, node: YamlMapping, def: RequirementDef | undefined): void {
  if (def?.relationship === undefined) return;
  const { name } = def.relationship;
  const { interfaces } = membersOf(def.relationship);
  const given = node.get('interfaces');
  for (const [key, body] of given?.kind === 'mapping' ? given.entries : []) {
    const found = interfaces.get(key);
    if (found === undefined) {
      const own = body.kind === 'mapping' && body.get('type') !== undefined;
      if (own && type.scope.version !== '2.0') continue;
      type.scope.report?.atKey(body, judged(type, kinds.interfaceUnknown(key, name, interfaces)));
    } else if (body.kind === 'mapping') checkOperations(type, key, body, found.operations);
  }
}

/** Only interface types define operations (2.0 section 11.4). */
export function checkOperations(
  type: TypeDef,
  name: string,
  node: YamlMapping,
  operations: ReadonlyMap<string, OperationDef>,
): void {
  for (const operation of operationNames(node)) {
    const known = operations.get(operation);
    const section = sectionOf(node, operation);
    if (known && (type.scope.version !== '2.0' || known.notifies === (section === 'notifications'))) continue;
    const allowed = type.scope.version === '2.0' ? namesIn(section, operations) : operations;
    const at = operationNode(node, operation) ?? node;
    type.scope.report?.atKey(at, judged(type, kinds.operationUnknown(operation, name, allowed)));
  }
}

const judged = (type: TypeDef, finding: Finding): Finding =>
  type.scope.version === '2.0' ? finding : kinds.asWarning(finding);

interface Refined {
  readonly name: string;
  readonly properties: ReadonlyMap<string, PropertyDef>;
  readonly attributes: ReadonlyMap<string, PropertyDef>;
}

/** A definition refines members of its type, and adds none (2.0 sections 8.2 and 8.4). */
export function checkWithin(type: TypeDef, node: YamlMapping, of: Refined): void {
  for (const section of ['properties', 'attributes'] as const) {
    const given = node.get(section);
    const inherited = of[section];
    const unknown = section === 'properties' ? kinds.propertyUnknown : kinds.attributeUnknown;
    const strange = given?.kind === 'mapping' ? [...given.entries].filter(([name]) => !inherited.has(name)) : [];
    for (const [name, at] of strange) type.scope.report?.atKey(at, unknown(name, of.name, inherited));
    if (strange.length > 0) continue;
    checkDefinitionsOf(type, given, inherited, of.name);
    checkGivenValues(type, given, inherited);
  }
}

export function checkConditionOf(type: TypeDef, clause: YamlNode | undefined): void {
  if (clause?.kind !== 'mapping') return;
  for (const fault of faultsOf(clause, (name) => type.scope.mayHaveFunction(name)))
    type.scope.report?.at(fault.at, clauseFinding(fault));
}
