import { named } from '../yaml/named.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { RequirementDef } from './definitions.ts';
import { type Members, membersOf } from './members.ts';
import { checkDefinitionsOf, refuse } from './refined-definitions.ts';
import { dataType } from './schema.ts';
import type { TypeDef } from './type-def.ts';

/**
 * A definition that refines an inherited one may narrow it but not widen it (1.3 section 3.6, 2.0 section 7.1.3): every
 * value that the child allows, the parent must allow too. Tools of 1.x do not check this, so there it is a warning.
 */
export function checkRefinement(type: TypeDef): void {
  const { parent } = type;
  const inherited = parent && parent.kind !== 'data' ? membersOf(parent) : undefined;
  const known = inherited?.properties ?? (parent && dataType(parent).properties);
  const owner = parent?.name ?? type.name;
  checkDefinitionsOf(type, type.node.get('properties'), known ?? new Map(), owner);
  checkDefinitionsOf(type, type.node.get('attributes'), inherited?.attributes ?? new Map(), owner);
  if (parent?.kind === 'policy') checkTriggers(type, parent);
  if (inherited === undefined) return;
  checkCapabilities(type, inherited);
  checkRequirements(type, inherited);
}

/** A type may add triggers, but must not change those of its parent (2.0 section 16.3). */
function checkTriggers(type: TypeDef, parent: TypeDef): void {
  const own = type.node.get('triggers');
  const inherited = parent.chain.map(({ node }) => node.get('triggers'));
  for (const [name, node] of own?.kind === 'mapping' ? own.entries : []) {
    const before = inherited.some((triggers) => triggers?.kind === 'mapping' && triggers.entries.has(name));
    if (before) refuse(type, node, `the trigger ${name} belongs to ${parent.name} and cannot be changed`);
  }
}

function checkCapabilities(type: TypeDef, { capabilities }: Members): void {
  const own = type.node.get('capabilities');
  if (own?.kind !== 'mapping') return;
  for (const [name, node] of own.entries) {
    const wider = capabilities.get(name)?.type;
    const given = textOf(node.kind === 'mapping' ? node.get('type') : node);
    const found = given === undefined ? undefined : type.scope.find('capability', given);
    if (wider && found && !found.mayBe(wider)) {
      refuse(type, node, `the capability ${name} is a ${found.name}; it must be ${wider.name} or derive from it`);
    }
  }
}

function checkRequirements(type: TypeDef, { requirements }: Members): void {
  const own = membersOf(type).requirements;
  for (const [name, node] of named(type.node.get('requirements'))) {
    const [before, now] = [requirements.get(name), own.get(name)];
    if (before && now) checkRequirement(type, node, before, now);
  }
}

function checkRequirement(type: TypeDef, node: YamlNode, before: RequirementDef, now: RequirementDef): void {
  for (const part of ['capability', 'node', 'relationship'] as const) {
    const [own, wider] = [now[part], before[part]];
    if (!own || !wider || own.mayBe(wider)) continue;
    refuse(type, node, `the ${part} of ${now.name} is ${own.name}; it must be ${wider.name} or derive from it`);
  }
  // a capability named as in the target's type must not change (2.0 section 8.4.1)
  const symbolic = before.capability === undefined && before.capabilityName !== undefined;
  if (symbolic && now.capabilityName !== before.capabilityName && type.scope.version === '2.0')
    refuse(type, node, `the capability of ${now.name} is named ${before.capabilityName}; a name cannot be refined`);
  const [range, wide] = [now.count, before.count];
  if (range && wide && (range.min < wide.min || range.max > wide.max)) {
    refuse(type, node, `the count of ${now.name} must stay within the bounds of ${type.parent?.name}`);
  }
}
