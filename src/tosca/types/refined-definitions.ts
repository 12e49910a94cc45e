import { asWarning, definitionInvalid, refinementInvalid } from '../problem-kinds.ts';
import { Coercion } from '../values/coerce.ts';
import type { YamlNode } from '../yaml/node.ts';
import { hasCalls } from './defaults.ts';
import type { PropertyDef, Schema } from './definitions.ts';
import { checkCollection, propertyDefs, refined } from './schema.ts';
import type { TypeDef } from './type-def.ts';

export function refuse(type: TypeDef, at: YamlNode, reason: string): void {
  const finding = refinementInvalid(reason);
  type.scope.report?.at(at, type.scope.version === '2.0' ? finding : asWarning(finding));
}

/** Checks definitions of one section against the definitions in `owner` that they refine by name. */
export function checkDefinitionsOf(
  type: TypeDef,
  section: YamlNode | undefined,
  inherited: ReadonlyMap<string, PropertyDef>,
  owner: string,
): void {
  for (const [name, def] of propertyDefs(section, type.scope)) {
    const before = inherited.get(name);
    if (before === undefined) checkTyped(type, name, def);
    else checkRefined(type, `${type.name}.${name}`, def, before, owner);
  }
}

/** A definition that refines nothing must name its type; a name that is unknown has been reported. */
function checkTyped(type: TypeDef, name: string, { node, schema }: PropertyDef): void {
  const named = node.kind === 'mapping' && node.get('type') !== undefined;
  if (schema !== undefined || named || type.isOpen || (node.kind !== 'mapping' && type.scope.version !== '2.0')) return;
  const finding = definitionInvalid(`${type.name}.${name} has no type and refines nothing`);
  type.scope.report?.at(node, type.scope.version === '2.0' ? finding : asWarning(finding));
}

/** Checks parameters, which need no type (2.0 section 9.8), against what they refine, and checks their values. */
export function checkParameters(
  type: TypeDef,
  section: YamlNode | undefined,
  inherited: ReadonlyMap<string, PropertyDef>,
  owner: string,
): void {
  for (const [name, def] of propertyDefs(section, type.scope)) {
    const before = inherited.get(name);
    if (before !== undefined) checkRefined(type, name, def, before, owner);
  }
  checkGivenValues(type, section, inherited);
}

function checkRefined(type: TypeDef, what: string, def: PropertyDef, before: PropertyDef, owner: string): void {
  const { node } = def;
  if (before.fixed !== undefined && type.scope.version === '2.0')
    refuse(type, node, `${what} has a fixed value in ${owner} and cannot be refined`);
  const [own, wider] = [def.schema?.type.def, before.schema?.type.def];
  if (own && wider && !own.is(wider))
    refuse(type, node, `${what} is a ${own.name}; it must be ${wider.name} or derive from it`);
  const said = node.kind === 'mapping' && node.get('required') !== undefined;
  if (said && before.required && !def.required)
    refuse(type, node, `${what} is required by ${owner} and cannot become optional`);
  if (type.scope.version === '2.0') checkSchemas(type, what, def, before);
}

/** The types of entries and keys stay the same in a refinement, or derive from the earlier ones (2.0 section 9.3). */
function checkSchemas(type: TypeDef, what: string, { node, schema }: PropertyDef, before: PropertyDef): void {
  if (node.kind !== 'mapping' || before.schema === undefined) return;
  if (schema === undefined) checkCollection(node, before.schema.type.base, type.scope, { refines: true });
  const now = schema ?? refined(before.schema, node, type.scope);
  for (const part of ['entry', 'key'] as const) {
    const at = node.get(`${part}_schema`);
    if (at) checkNarrower(type, at, `${part}_schema of ${what}`, now?.[part], before.schema[part]);
  }
}

function checkNarrower(
  type: TypeDef,
  at: YamlNode,
  what: string,
  now: Schema | undefined,
  before: Schema | undefined,
): void {
  for (let [own, wider] = [now, before]; own && wider && own !== wider; [own, wider] = [own.entry, wider.entry]) {
    const [is, was] = [own.type.def, wider.type.def];
    if (is.is(was)) continue;
    refuse(type, at, `${what} is a ${is.name}; it must be ${was.name} or derive from it`);
    return;
  }
}

/** Values inside another definition (of a capability or relationship) must fit the definitions that they refine. */
export function checkGivenValues(
  type: TypeDef,
  section: YamlNode | undefined,
  inherited: ReadonlyMap<string, PropertyDef>,
): void {
  const { report } = type.scope;
  if (report === undefined) return;
  for (const def of propertyDefs(section, type.scope).values()) {
    const schema = def.schema ?? refined(inherited.get(def.name)?.schema, def.node, type.scope);
    for (const value of [def.default, def.fixed]) {
      if (value && schema && !hasCalls(value)) new Coercion(report).read(value, schema);
    }
  }
}
