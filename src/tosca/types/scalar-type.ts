import type { YamlNode } from '../yaml/node.ts';
import { coreValue, textOf } from '../yaml/scalar.ts';
import type { DataType, ScalarType } from './definitions.ts';
import type { TypeDef } from './type-def.ts';

/** The number type and units of a scalar type, from its own definition and its ancestors'. */
export function scalarTypeOf(def: TypeDef, dataType: (def: TypeDef) => DataType): ScalarType {
  const units = new Map<string, number>();
  const prefixes = new Map<string, number>();
  let number: DataType | undefined;
  for (const { node, scope } of def.chain.toReversed()) {
    const name = textOf(node.get('data_type')) ?? (number === undefined ? 'float' : undefined);
    const found = name === undefined ? undefined : scope.find('data', name);
    number = found ? dataType(found) : number;
    add(units, node.get('units'));
    add(prefixes, node.get('prefixes'));
  }
  return { number, units, prefixes };
}

function add(into: Map<string, number>, node: YamlNode | undefined): void {
  if (node?.kind !== 'mapping') return;
  for (const [name, value] of node.entries) {
    const factor = value.kind === 'scalar' ? coreValue(value) : undefined;
    if (typeof factor === 'number') into.set(name, factor);
  }
}

/** The factor between one unit of this name and the base unit; the name may begin with a prefix. */
export function factorOf({ units, prefixes }: ScalarType, name: string): number | undefined {
  const own = units.get(name);
  if (prefixes.size === 0) return own;
  for (const [unit, factor] of units) {
    const prefix = name.endsWith(unit) ? prefixes.get(name.slice(0, name.length - unit.length)) : undefined;
    if (prefix !== undefined) return prefix * factor;
  }
  return own;
}
