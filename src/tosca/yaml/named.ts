import type { YamlNode } from './node.ts';

/**
 * Visits a list or a map of named definitions: requirements are a list of maps with one entry each, 1.x writes groups as a
 * map and policies as a list, and tools accept both.
 */
export function eachNamed(node: YamlNode | undefined, visit: (node: YamlNode, name: string) => void): void {
  if (node?.kind === 'mapping') node.each(visit);
  if (node?.kind === 'sequence') for (const item of node.items) if (item.kind === 'mapping') item.each(visit);
}

export function named(node: YamlNode | undefined): [string, YamlNode][] {
  const found: [string, YamlNode][] = [];
  eachNamed(node, (value, name) => found.push([name, value]));
  return found;
}
