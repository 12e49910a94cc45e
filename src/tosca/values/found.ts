import type { YamlNode } from '../yaml/node.ts';
import { isNull, isText } from '../yaml/scalar.ts';

/** A text is in quotes, and a number or a boolean is not: `expected a string, found 1.0`. */
export function found(node: YamlNode): string {
  if (node.kind === 'sequence') return 'a list';
  if (node.kind === 'mapping') return 'a map';
  if (isNull(node)) return 'nothing';
  const text = node.text.length > 80 ? `${node.text.slice(0, 77)}...` : node.text;
  return isText(node) ? JSON.stringify(text) : text;
}
