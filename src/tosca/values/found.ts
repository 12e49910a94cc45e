import type { YamlNode } from '../yaml/node.ts';
import { isNull } from '../yaml/scalar.ts';

export function found(node: YamlNode): string {
  if (node.kind === 'sequence') return 'a list';
  if (node.kind === 'mapping') return 'a map';
  if (isNull(node)) return 'nothing';
  return JSON.stringify(node.text.length > 80 ? `${node.text.slice(0, 77)}...` : node.text);
}
