import type { YamlNode } from './node.ts';

/**
 * A list or a map of named definitions: requirements are a list of maps with one entry each, 1.x writes groups as a map
 * and policies as a list, and tools accept both.
 */
export function named(node: YamlNode | undefined): [string, YamlNode][] {
  if (node?.kind === 'mapping') return [...node.entries];
  const found: [string, YamlNode][] = [];
  if (node?.kind === 'sequence')
    for (const item of node.items) if (item.kind === 'mapping') for (const entry of item.entries) found.push(entry);
  return found;
}

/** The same, to walk once: a map's entries are not copied. */
export const entriesOf = (node: YamlNode | undefined): Iterable<readonly [string, YamlNode]> =>
  node?.kind === 'mapping' ? node.entries : named(node);
