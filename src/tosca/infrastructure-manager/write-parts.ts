import type { MappingNode } from 'js-yaml';
import type { Json } from '../topology.ts';
import { mappingWith, removeMember, setMember, valueNode } from '../yaml/tree.ts';
import { type Declared, partsOf } from './output-parts.ts';

/** Outputs that the manager cannot give as a whole become their parts; `forms` are those of calls that it reads otherwise. */
export function writeParts(
  outputs: MappingNode,
  declared: readonly Declared[],
  forms: ReadonlyMap<string, Json>,
): void {
  for (const output of declared) {
    const parts = partsOf(output);
    if (parts.size === 0) continue;
    removeMember(outputs, output.name);
    for (const [name, call] of parts) {
      const [argument = null] = Object.values(call ?? {});
      const form = forms.get(JSON.stringify(argument)) ?? call;
      setMember(outputs, name, mappingWith([{ key: valueNode('value'), value: valueNode(form) }]));
    }
  }
}
