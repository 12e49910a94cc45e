import { typeUnknown } from '../problem-kinds.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { checkDefaults } from './defaults.ts';
import { membersOf, namedItems } from './members.ts';
import { checkRefinement } from './refinement.ts';
import { checkScalarType } from './scalar-type.ts';
import { type DataType, dataType } from './schema.ts';
import type { TypeKind } from './scope.ts';
import type { TypeDef } from './type-def.ts';

/** Looks at all that one type defines, so that its mistakes show even when no template uses it. */
export function checkDefinitions(type: TypeDef): void {
  if (type.kind === 'data') {
    readWhole(dataType(type));
    if (type.scope.version === '2.0') checkScalarType(type);
  }
  if (type.kind !== 'data') membersOf(type);
  if (type.scope.report) {
    checkDefaults(type, type.scope.report);
    checkRefinement(type);
  }
  for (const [, node] of mappingEntries(type.node.get('capabilities'))) {
    known(type, 'capability', node.kind === 'mapping' ? node.get('type') : node);
  }
  for (const [, node] of namedItems(type.node.get('requirements'))) checkRequirement(type, node);
}

function checkRequirement(type: TypeDef, node: YamlNode): void {
  if (node.kind !== 'mapping') {
    known(type, 'capability', node);
    return;
  }
  const relationship = node.get('relationship');
  known(type, 'relationship', relationship?.kind === 'mapping' ? relationship.get('type') : relationship);
}

function known(type: TypeDef, kind: TypeKind, node: YamlNode | undefined): void {
  const name = textOf(node);
  if (node === undefined || name === undefined || type.scope.find(kind, name)) return;
  type.scope.report?.at(node, typeUnknown(kind, name, type.scope.names(kind)));
}

export const mappingEntries = (node: YamlNode | undefined): [string, YamlNode][] =>
  node?.kind === 'mapping' ? [...node.entries] : [];

/** Members are read when they are asked for, and their mistakes found then. */
function readWhole({ properties, entry, key, constraints }: DataType): void {
  void [properties, entry, key, constraints];
}
