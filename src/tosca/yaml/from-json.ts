import type { Json } from '../topology.ts';
import { YamlMapping, type YamlNode, YamlScalar, YamlSequence } from './node.ts';

/**
 * Makes nodes of plain data, so that values from outside (parameters, results of functions, the catalog) are handled
 * like those of a template. The nodes get the place of `at` in the text; without it they have none.
 */
export function fromJson(value: Json, at?: YamlNode): YamlNode {
  const node = build(value, at?.start ?? 0);
  if (at) {
    node.parent = at.parent;
    node.key = at.key;
    node.keyStart = at.keyStart;
    node.source = at.source;
  }
  return node;
}

function build(value: Json, start: number): YamlNode {
  if (typeof value === 'string') return new YamlScalar(start, value, false, '');
  if (value === null || typeof value !== 'object') return new YamlScalar(start, String(value), true, '');
  if (Array.isArray(value)) return buildSequence(value as readonly Json[], start);
  const mapping = new YamlMapping(start);
  for (const [name, item] of Object.entries(value)) {
    const node = build(item, start);
    node.keyStart = start;
    mapping.add(node, name);
  }
  return mapping;
}

function buildSequence(items: readonly Json[], start: number): YamlSequence {
  const sequence = new YamlSequence(start);
  for (const [index, item] of items.entries()) {
    const node = build(item, start);
    node.parent = sequence;
    node.key = index;
    node.keyStart = start;
    sequence.items.push(node);
  }
  return sequence;
}
