import { asWarning, definitionInvalid, refinementInvalid } from '../problem-kinds.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { type Members, membersOf, namedItems, type RequirementDef } from './members.ts';
import { dataType, type PropertyDef, propertyDefs } from './schema.ts';
import type { TypeDef } from './type-def.ts';

/**
 * What a type defines again may narrow what it inherits and never widen it (1.3 section 3.6, 2.0 section 7.1.3): values
 * that are good for the child must be good for the parent. Tools of 1.x do not look, so there it is a warning.
 */
export function checkRefinement(type: TypeDef): void {
  const { parent } = type;
  const inherited = parent && parent.kind !== 'data' ? membersOf(parent) : undefined;
  const known = inherited?.properties ?? (parent && dataType(parent).properties);
  checkProperties(type, 'properties', known ?? new Map());
  checkProperties(type, 'attributes', inherited?.attributes ?? new Map());
  if (parent?.kind === 'policy') checkTriggers(type, parent);
  if (inherited === undefined) return;
  checkCapabilities(type, inherited);
  checkRequirements(type, inherited);
}

/** New triggers may be added, those of the parent stay (2.0 section 16.3). */
function checkTriggers(type: TypeDef, parent: TypeDef): void {
  const own = type.node.get('triggers');
  const inherited = parent.chain.map(({ node }) => node.get('triggers'));
  for (const [name, node] of own?.kind === 'mapping' ? own.entries : []) {
    const before = inherited.some((triggers) => triggers?.kind === 'mapping' && triggers.entries.has(name));
    if (before) refuse(type, node, `the trigger ${name} is ${parent.name}'s, and cannot be changed`);
  }
}

function refuse(type: TypeDef, at: YamlNode, reason: string): void {
  const finding = refinementInvalid(reason);
  type.scope.report?.at(at, type.scope.version === '2.0' ? finding : asWarning(finding));
}

function checkProperties(type: TypeDef, section: string, inherited: ReadonlyMap<string, PropertyDef>): void {
  for (const [name, def] of propertyDefs(type.node.get(section), type.scope)) {
    const before = inherited.get(name);
    if (before === undefined) checkTyped(type, name, def);
    else checkProperty(type, name, def, before);
  }
}

/** A definition that refines nothing must say its type; one whose type is not known has been reported. */
function checkTyped(type: TypeDef, name: string, { node, schema }: PropertyDef): void {
  const named = node.kind === 'mapping' && node.get('type') !== undefined;
  if (schema !== undefined || named || (node.kind !== 'mapping' && type.scope.version !== '2.0')) return;
  const finding = definitionInvalid(`${type.name}.${name} has no type, and there is nothing it refines`);
  type.scope.report?.at(node, type.scope.version === '2.0' ? finding : asWarning(finding));
}

function checkProperty(type: TypeDef, name: string, def: PropertyDef, before: PropertyDef): void {
  if (before.fixed !== undefined && type.scope.version === '2.0')
    refuse(type, def.node, `${type.name}.${name} has a fixed value in ${type.parent?.name}, which cannot be refined`);
  const [own, wider] = [def.schema?.type.def, before.schema?.type.def];
  if (own && wider && !own.is(wider)) {
    refuse(type, def.node, `${type.name}.${name} is a ${own.name}; it must stay, or derive from, ${wider.name}`);
  }
  const said = def.node.kind === 'mapping' && def.node.get('required') !== undefined;
  if (said && before.required && !def.required) {
    refuse(type, def.node, `${type.name}.${name} is required by ${type.parent?.name} and cannot become optional`);
  }
}

function checkCapabilities(type: TypeDef, { capabilities }: Members): void {
  const own = type.node.get('capabilities');
  if (own?.kind !== 'mapping') return;
  for (const [name, node] of own.entries) {
    const wider = capabilities.get(name)?.type;
    const given = textOf(node.kind === 'mapping' ? node.get('type') : node);
    const found = given === undefined ? undefined : type.scope.find('capability', given);
    if (wider && found && !found.is(wider)) {
      refuse(type, node, `the capability ${name} is a ${found.name}; it must stay, or derive from, ${wider.name}`);
    }
  }
}

function checkRequirements(type: TypeDef, { requirements }: Members): void {
  const own = membersOf(type).requirements;
  for (const [name, node] of namedItems(type.node.get('requirements'))) {
    const [before, now] = [requirements.get(name), own.get(name)];
    if (before && now) checkRequirement(type, node, before, now);
  }
}

function checkRequirement(type: TypeDef, node: YamlNode, before: RequirementDef, now: RequirementDef): void {
  for (const part of ['capability', 'node', 'relationship'] as const) {
    const [own, wider] = [now[part], before[part]];
    if (!own || !wider || own.is(wider)) continue;
    refuse(type, node, `the ${part} of ${now.name} is ${own.name}; it must stay, or derive from, ${wider.name}`);
  }
  const [range, wide] = [now.count, before.count];
  if (range && wide && (range.min < wide.min || range.max > wide.max)) {
    refuse(type, node, `the count of ${now.name} must stay within what ${type.parent?.name} allows`);
  }
}
