import type { Reporter } from '../report.ts';
import { Coercion } from '../values/coerce.ts';
import type { YamlNode } from '../yaml/node.ts';
import { propertyDefs } from './schema.ts';
import type { TypeDef } from './type-def.ts';

/** Defaults that do not fit the type they are defaults of, so that the mistake shows where it was made. */
export function checkDefaults(type: TypeDef, report: Reporter): void {
  for (const section of ['properties', 'attributes']) {
    for (const def of propertyDefs(type.node.get(section), type.scope).values()) {
      for (const value of [def.default, def.fixed]) {
        if (value && def.schema && !hasCalls(value)) new Coercion(report).read(value, def.schema);
      }
    }
  }
}

/** Computed defaults are looked at where a template uses them. */
function hasCalls(node: YamlNode): boolean {
  if (node.kind === 'scalar') return node.text.startsWith('$');
  if (node.kind === 'sequence') return node.items.some(hasCalls);
  return looksCalled(node) || [...node.entries.values()].some(hasCalls);
}

const looksCalled = (node: YamlNode): boolean =>
  node.kind === 'mapping' &&
  node.entries.size === 1 &&
  /^\$|^(?:get_\w+|concat|join|token)$/.test([...node.entries.keys()][0] ?? '');
