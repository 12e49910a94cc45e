import { deepFreeze } from '../frozen.ts';
import type { Json } from '../topology.ts';
import type { YamlNode } from '../yaml/node.ts';
import { setOwn, toJson } from '../yaml/scalar.ts';
import { type Cell, type CellOf, cellsByNode } from './instances.ts';

/**
 * A section of a template, such as its interfaces, as plain data, with values in the place of expressions. Undefined without
 * such a section.
 */
export function assigned(name: string, node: YamlNode | undefined, others: readonly Cell[]): Json | undefined {
  const section = node?.kind === 'mapping' ? node.get(name) : undefined;
  return section && dataOf(section, cellsByNode(others));
}

function dataOf(node: YamlNode, cellOf: CellOf): Json {
  const worked = cellOf(node)?.value;
  if (worked !== undefined) return deepFreeze(worked);
  if (node.kind === 'scalar') return toJson(node);
  if (node.kind === 'sequence') return Object.freeze(node.items.map((item) => dataOf(item, cellOf)));
  const result: Record<string, Json> = {};
  node.each((value, name) => {
    setOwn(result, name, dataOf(value, cellOf));
  });
  return Object.freeze(result);
}
