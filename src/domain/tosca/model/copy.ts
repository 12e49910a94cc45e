import { copyInvalid } from '../problem-kinds.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { Service } from './service.ts';

/**
 * The template with what it copies from another (`copy`, 1.3 section 3.8.3, 2.0 section 8.2): its own keynames win whole,
 * the rest is the other's.
 */
export function withCopied(service: Service, node: YamlNode, templates: ReadonlyMap<string, YamlNode>): YamlNode {
  const at = node instanceof YamlMapping ? node.get('copy') : undefined;
  const name = textOf(at);
  if (!(node instanceof YamlMapping) || at === undefined || name === undefined) return node;
  const source = templates.get(name);
  if (!(source instanceof YamlMapping) || source === node || source.get('copy') !== undefined) {
    service.report.at(at, copyInvalid(`copy must name another template that is no copy itself; ${name} is not one`));
    return node;
  }
  const merged = new YamlMapping(node.start);
  Object.assign(merged, { parent: node.parent, key: node.key, keyStart: node.keyStart, source: node.source });
  for (const [key, value] of [...source.entries, ...node.entries]) merged.entries.set(key, value);
  return merged;
}
