import type { PropertyDef } from './definitions.ts';
import { constrained, refined } from './schema.ts';

/**
 * A refinement without a default keeps the parent's default. One without a type keeps the parent's type; its own
 * conditions then apply in addition to the parent's (2.0 section 9.4).
 */
export function inherit(into: Map<string, PropertyDef>, own: ReadonlyMap<string, PropertyDef>): void {
  for (const [name, def] of own) {
    const parent = into.get(name);
    if (parent === undefined) into.set(name, def);
    else into.set(name, refine(parent, def));
  }
}

function refine(parent: PropertyDef, def: PropertyDef): PropertyDef {
  const fallback = def.default ?? parent.default;
  const own = def.schema ?? refined(parent.schema, def.node, def.scope);
  const kept = def.schema && def.scope.version === '2.0' ? (parent.schema?.constraints ?? []) : [];
  const schema = own && kept.length > 0 ? constrained(own, [...kept, ...own.constraints]) : own;
  const said = def.node.kind === 'mapping' && def.node.get('required') !== undefined;
  const required = said || def.scope.version !== '2.0' ? def.required : parent.required;
  return { ...def, default: fallback, schema, required, fixed: def.fixed ?? parent.fixed };
}
