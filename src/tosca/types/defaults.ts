import { weightOf } from '../budget.ts';
import type { Reporter } from '../report.ts';
import { Coercion } from '../values/coerce.ts';
import type { YamlNode } from '../yaml/node.ts';
import type { Schema } from './definitions.ts';
import { membersOf } from './members.ts';
import { dataType, propertyDefs } from './schema.ts';
import type { TypeDef } from './type-def.ts';

/** Reports defaults that do not fit their type, so that the mistake shows where it was made. */
export function checkDefaults(type: TypeDef, report: Reporter): void {
  for (const section of ['properties', 'attributes'] as const) {
    for (const def of propertyDefs(type.node.get(section), type.scope).values()) {
      const schema = def.schema ?? inherited(type, section, def.name);
      for (const value of [def.default, def.fixed]) {
        if (value && schema && !hasCalls(value)) checkDefault(type, report, value, schema);
      }
    }
  }
}

/** The value is thrown away, but making it costs time, so it counts in the budget. */
function checkDefault(type: TypeDef, report: Reporter, value: YamlNode, schema: Schema): void {
  const { budget } = type.scope;
  if (budget?.isSpent) return;
  const read = new Coercion(report).read(value, schema);
  budget?.spend(read === undefined ? 1 : Math.ceil(weightOf(read) / 4));
}

/** 2.0: a refinement may consist of a value only, so the schema comes from the parent. */
function inherited(type: TypeDef, section: 'properties' | 'attributes', name: string): Schema | undefined {
  if (type.parent === undefined || type.scope.version !== '2.0') return undefined;
  if (type.kind !== 'data') return membersOf(type)[section].get(name)?.schema;
  return section === 'properties' ? dataType(type).properties.get(name)?.schema : undefined;
}

/** Computed defaults are checked where a template uses them. */
export function hasCalls(node: YamlNode): boolean {
  if (node.kind === 'scalar') return node.text.startsWith('$');
  if (node.kind === 'sequence') return node.items.some(hasCalls);
  return looksCalled(node) || [...node.entries.values()].some(hasCalls);
}

const looksCalled = (node: YamlNode): boolean =>
  node.kind === 'mapping' &&
  node.entries.size === 1 &&
  /^\$|^(?:get_\w+|concat|join|token)$/.test([...node.entries.keys()][0] ?? '');
