import { definitionInvalid } from '../problem-kinds.ts';
import type { YamlNode } from '../yaml/node.ts';
import { builtinTypes } from './builtin.ts';
import { checkCollection, dataType } from './schema.ts';
import type { TypeDef } from './type-def.ts';

/** Checks a data type (2.0 section 9.2): it derives or has properties; it has none if it derives from a built-in type. */
export function checkDataType(type: TypeDef): void {
  const { node, scope, name } = type;
  const refuse = (reason: string, at: YamlNode = node): void =>
    scope.report?.at(at, definitionInvalid(`${name}: ${reason}`));
  const properties = node.get('properties');
  const isEmpty = properties?.kind === 'mapping' && properties.entries.size === 0;
  const { base } = dataType(type);
  // 2.0 has no scalar-unit types, so templates that need them may define them
  const reserved = builtinTypes(scope.version).own.data.has(name) && !name.startsWith('scalar-unit');
  if (reserved) refuse('a built-in type cannot be defined again');
  if (node.get('derived_from') === undefined && properties === undefined)
    refuse('a data type needs derived_from or properties');
  if (isEmpty) refuse('properties is empty; leave it out', properties);
  // scalar types have their own check
  else if (properties && base !== 'complex' && base !== 'scalar')
    refuse('a type that derives from a built-in type has no properties', properties);
  checkCollection(node, base, scope);
  const collection = base === 'list' || base === 'map';
  if (collection && type.parent && dataType(type).entry === undefined && node.get('entry_schema') === undefined)
    refuse('a type that derives from list or map needs entry_schema');
}
