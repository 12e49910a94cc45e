import { type YamlMapping, type YamlNode, YamlSequence } from './node.ts';

/**
 * Applies the merge key of YAML 1.1, which every TOSCA 1.x tool supports: adds members that neither the mapping itself
 * nor an earlier merged mapping has. Returns the number of members added.
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
