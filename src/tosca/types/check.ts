import * as kinds from '../problem-kinds.ts';
import { Coercion } from '../values/coerce.ts';
import type { YamlNode } from '../yaml/node.ts';
import { present } from '../yaml/scalar.ts';
import { checkArtifact } from './artifact.ts';
import { checkInterface, checkInterfaceType } from './check-interface.ts';
import { checkConditionOf, checkRequirements, checkWithin } from './check-requirement.ts';
import { checkScalarType } from './check-scalar-type.ts';
import { checkDataType } from './data-type.ts';
import { checkDefaults, hasCalls } from './defaults.ts';
import type { DataType } from './definitions.ts';
import { membersOf } from './members.ts';
import { allowed, checkList, checkReferences, known } from './references.ts';
import { checkRefinement } from './refinement.ts';
import { dataType } from './schema.ts';
import type { TypeDef } from './type-def.ts';

/** Checks everything that one type defines, so that mistakes show even when no template uses the type. */
export function checkDefinitions(type: TypeDef): void {
  const strict = type.scope.version === '2.0';
  if (type.kind === 'data') {
    readWhole(dataType(type));
    if (strict && !type.isOpen) checkScalarType(type);
    if (strict && !type.isOpen) checkDataType(type);
  } else membersOf(type);
  if (type.kind === 'interface') checkInterfaceType(type);
  if (type.kind === 'policy') checkTriggers(type);
  checkReferences(type);
  if (type.scope.report) {
    checkDefaults(type, type.scope.report);
    checkRefinement(type);
  }
  for (const [name, node] of mappingEntries(type.node.get('capabilities'))) checkCapability(type, name, node);
  checkRequirements(type);
  for (const [name, node] of mappingEntries(type.node.get('interfaces'))) checkInterface(type, name, node);
  for (const [name, node] of mappingEntries(type.node.get('artifacts'))) checkOwnArtifact(type, name, node);
}

/** Checks the conditions in the triggers of a policy type (2.0 section 16.5). */
function checkTriggers(type: TypeDef): void {
  if (type.scope.version !== '2.0') return;
  for (const [, trigger] of mappingEntries(type.node.get('triggers')))
    if (trigger.kind === 'mapping') checkConditionOf(type, trigger.get('condition'));
}

/** An artifact in a type must give the properties that its artifact type requires (2.0 section 12.2). */
function checkOwnArtifact({ scope }: TypeDef, name: string, node: YamlNode): void {
  const artifact = checkArtifact(node, scope);
  if (artifact === undefined || node.kind !== 'mapping' || scope.report === undefined) return;
  const { properties } = membersOf(artifact);
  const given = node.get('properties');
  for (const [key, value] of mappingEntries(given)) {
    const schema = properties.get(key)?.schema;
    if (!properties.has(key)) scope.report.atKey(value, kinds.propertyUnknown(key, name, properties));
    else if (schema && !hasCalls(value)) new Coercion(scope.report).read(value, schema);
  }
  for (const [key, { required, default: fallback, fixed }] of properties) {
    const missing = required && fallback === undefined && fixed === undefined;
    if (missing && !mappingEntries(given).some(([each]) => each === key))
      scope.report.at(node, kinds.propertyMissing(key, name), key);
  }
}

function checkCapability(type: TypeDef, name: string, node: YamlNode): void {
  const given = node.kind === 'mapping' ? present(node.get('type')) : node;
  if (given === undefined && !type.parent && !type.isOpen && type.scope.version === '2.0')
    type.scope.report?.at(node, kinds.keynameMissing('type', 'a capability definition'), 'type');
  known(type, 'capability', given);
  if (node.kind === 'mapping' && type.scope.version !== '2.0')
    checkList(type, node.get('valid_source_types'), ['node'], undefined);
  if (node.kind !== 'mapping' || type.scope.version !== '2.0') return;
  const found = membersOf(type).capabilities.get(name)?.type;
  if (found === undefined) return;
  const before = type.parent && membersOf(type.parent).capabilities.get(name);
  const { properties, attributes } = before?.type === found ? before : membersOf(found);
  const owner = before?.type === found ? (type.parent?.name ?? name) : found.name;
  checkWithin(type, node, { name: owner, properties, attributes });
  checkList(type, node.get('valid_source_node_types'), ['node'], allowed(found, 'valid_source_node_types'));
  checkList(type, node.get('valid_relationship_types'), ['relationship'], allowed(found, 'valid_relationship_types'));
}

export const mappingEntries = (node: YamlNode | undefined): [string, YamlNode][] =>
  node?.kind === 'mapping' ? [...node.entries] : [];

/** Reads every member, since members are worked out, and their mistakes reported, only when they are read. */
function readWhole({ properties, entry, key, constraints }: DataType): void {
  void [properties, entry, key, constraints];
}
