import * as kinds from '../problem-kinds.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import { checkArtifact } from './artifact.ts';
import { checkDataType } from './data-type.ts';
import { checkDefaults } from './defaults.ts';
import { interfaceType, operationNames } from './interfaces.ts';
import { membersOf, namedItems } from './members.ts';
import { allowed, checkList, checkReferences } from './references.ts';
import { checkRefinement } from './refinement.ts';
import { checkScalarType } from './scalar-type.ts';
import { type DataType, dataType } from './schema.ts';
import type { TypeKind } from './scope.ts';
import type { TypeDef } from './type-def.ts';

/** Looks at all that one type defines, so that its mistakes show even when no template uses it. */
export function checkDefinitions(type: TypeDef): void {
  const strict = type.scope.version === '2.0';
  if (type.kind === 'data') {
    readWhole(dataType(type));
    if (strict) checkScalarType(type);
    if (strict) checkDataType(type);
  } else membersOf(type);
  if (type.kind === 'interface') interfaceType(type);
  checkReferences(type);
  if (type.scope.report) {
    checkDefaults(type, type.scope.report);
    checkRefinement(type);
  }
  for (const [name, node] of mappingEntries(type.node.get('capabilities'))) checkCapability(type, name, node);
  checkRequirements(type);
  for (const [name, node] of mappingEntries(type.node.get('interfaces'))) checkInterface(type, name, node);
  for (const [, node] of mappingEntries(type.node.get('artifacts'))) checkArtifact(node, type.scope);
}

function checkCapability(type: TypeDef, name: string, node: YamlNode): void {
  const given = node.kind === 'mapping' ? present(node.get('type')) : node;
  if (given === undefined && !type.parent && type.scope.version === '2.0')
    type.scope.report?.at(node, kinds.keynameMissing('type', 'a capability definition'), 'type');
  known(type, 'capability', given);
  if (node.kind !== 'mapping' || type.scope.version !== '2.0') return;
  const found = membersOf(type).capabilities.get(name)?.type;
  if (found === undefined) return;
  checkNoNew(type, node, found);
  checkList(type, node.get('valid_source_node_types'), ['node'], allowed(found, 'valid_source_node_types'));
  checkList(type, node.get('valid_relationship_types'), ['relationship'], allowed(found, 'valid_relationship_types'));
}

/** A definition refines what its type has, and adds nothing (2.0 sections 8.2 and 8.4). */
function checkNoNew(type: TypeDef, node: YamlMapping, of: TypeDef): void {
  const { properties, attributes } = membersOf(of);
  for (const [name, at] of mappingEntries(node.get('properties'))) {
    if (!properties.has(name)) type.scope.report?.atKey(at, kinds.propertyUnknown(name, of.name, properties.keys()));
  }
  for (const [name, at] of mappingEntries(node.get('attributes'))) {
    if (!attributes.has(name)) type.scope.report?.atKey(at, kinds.attributeUnknown(name, of.name, attributes.keys()));
  }
}

function checkRequirements(type: TypeDef): void {
  const seen = new Set<string>();
  for (const [name, node] of namedItems(type.node.get('requirements'))) {
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
  if (type.scope.version !== '2.0') return;
  known(type, 'node', node.get('node'));
  const def = membersOf(type).requirements.get(name);
  if (relationship?.kind === 'mapping' && def?.relationship) checkNoNew(type, relationship, def.relationship);
  const capability = node.get('capability');
  if (def?.capabilityName === undefined)
    type.scope.report?.at(node, kinds.keynameMissing('capability', 'a requirement definition'), 'capability');
  // a capability may be named as the target's type names it
  else if (!def.node || !membersOf(def.node).capabilities.has(def.capabilityName))
    known(type, 'capability', capability);
}

function checkInterface(type: TypeDef, name: string, node: YamlNode): void {
  if (node.kind !== 'mapping' || type.scope.version !== '2.0') return;
  const given = present(node.get('type'));
  known(type, 'interface', given);
  const def = membersOf(type).interfaces.get(name);
  const before = type.parent && membersOf(type.parent).interfaces.get(name);
  if (given === undefined && before === undefined)
    type.scope.report?.at(node, kinds.keynameMissing('type', 'an interface definition'), 'type');
  if (def?.type === undefined) return;
  const { operations } = interfaceType(def.type);
  for (const operation of operationNames(node)) {
    if (!operations.has(operation))
      type.scope.report?.atKey(node, kinds.operationUnknown(operation, name, operations.keys()));
  }
  if (before?.type && !def.type.is(before.type)) {
    const reason = `the interface ${name} is a ${def.type.name}; it must stay, or derive from, ${before.type.name}`;
    type.scope.report?.at(node, kinds.refinementInvalid(reason));
  }
}

function known(type: TypeDef, kind: TypeKind, node: YamlNode | undefined): void {
  const name = textOf(node);
  if (node === undefined || name === undefined || type.scope.find(kind, name)) return;
  type.scope.report?.at(node, kinds.typeUnknown(kind, name, type.scope.names(kind)));
}

export const mappingEntries = (node: YamlNode | undefined): [string, YamlNode][] =>
  node?.kind === 'mapping' ? [...node.entries] : [];

/** Members are read when they are asked for, and their mistakes found then. */
function readWhole({ properties, entry, key, constraints }: DataType): void {
  void [properties, entry, key, constraints];
}
