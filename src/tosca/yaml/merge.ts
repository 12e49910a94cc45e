import { type YamlMapping, type YamlNode, YamlSequence } from './node.ts';

/**
 * The merge key of YAML 1.1, which every TOSCA 1.x tool reads: members of the merged mappings that the mapping itself,
 * or a mapping earlier in the list, does not have. Answers how many members were added.
 */
export function applyMerge(into: YamlMapping, merged: readonly YamlNode[], refuse: (at: YamlNode) => void): number {
  let added = 0;
  for (const from of merged.flatMap((node) => (node instanceof YamlSequence ? node.items : [node]))) {
    if (from.kind !== 'mapping') {
      refuse(from);
      continue;
    }
    for (const [name, value] of from.entries) {
      if (into.entries.has(name)) continue;
      into.entries.set(name, value);
      added += 1;
    }
  }
  return added;
}
