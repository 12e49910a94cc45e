import { opened, openLike } from '../names.ts';
import { named } from '../yaml/named.ts';
import type { YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import type { CapabilityDef, CountRange, PropertyDef, RequirementDef } from './definitions.ts';
import { inherit } from './inherit.ts';
import { addInterfaces, type InterfaceDef } from './interfaces.ts';
import { allowed, allowedBy } from './references.ts';
import { refinementsOf } from './requirement-refinements.ts';
import { propertyDefs } from './schema.ts';
import type { TypeKind } from './scope.ts';
import type { Scope } from './type-def.ts';
import { remember, type TypeDef } from './type-def.ts';

/** What instances of a type have, with inherited members. A child's definition refines its parent's of the same name. */
export interface Members {
  readonly properties: ReadonlyMap<string, PropertyDef>;
  readonly attributes: ReadonlyMap<string, PropertyDef>;
  readonly capabilities: ReadonlyMap<string, CapabilityDef>;
  readonly requirements: ReadonlyMap<string, RequirementDef>;
  readonly interfaces: ReadonlyMap<string, InterfaceDef>;
  readonly artifacts: ReadonlySet<string>;
}

const membersKey = Symbol('members');

export function membersOf(type: TypeDef): Members {
  return remember(type, membersKey, build);
}

/** A type that adds nothing to a section shares its parent's, since a thousand types may derive from one. */
function build(type: TypeDef): Members {
  const { parent } = type;
  // in a cycle of types the parent's chain is not one shorter, so its members cannot be reused
  if (type.mayBeMore) return openedMembers(type.chain.toReversed().reduce(withOwn, nothing));
  if (parent && type.chain.length === parent.chain.length + 1) return withOwn(membersOf(parent), type);
  return type.chain.toReversed().reduce(withOwn, type.isOpen ? anything : nothing);
}

const openedMembers = (members: Members): Members => ({
  properties: opened(new Map(members.properties)),
  attributes: opened(new Map(members.attributes)),
  capabilities: opened(new Map(members.capabilities)),
  requirements: opened(new Map(members.requirements)),
  interfaces: opened(new Map(members.interfaces)),
  artifacts: opened(new Set(members.artifacts)),
});

const nothing: Members = {
  properties: new Map(),
  attributes: new Map(),
  capabilities: new Map(),
  requirements: new Map(),
  interfaces: new Map(),
  artifacts: new Set(),
};

/** What a type inherits from an unknown parent. */
const anything: Members = openedMembers(nothing);

function withOwn(inherited: Members, { kind, node, scope }: TypeDef): Members {
  const extended = <T>(section: string, known: ReadonlyMap<string, T>, add: Add<T>): ReadonlyMap<string, T> => {
    const own = present(node.get(section));
    if (own === undefined || scope.budget?.spend(known.size) === false) return known;
    const copy = openLike(new Map(known), known);
    if (isBroken(own, section)) opened(copy);
    add(copy, own, scope);
    return scope.budget?.spend(copy.size - known.size) === false ? known : copy;
  };
  const values: Add<PropertyDef> = (into, own) => inherit(into, propertyDefs(own, scope));
  return {
    properties: extended('properties', inherited.properties, values),
    attributes: extended('attributes', inherited.attributes, values),
    // only nodes have some; in a type of capability, which may name itself there, the grammar refuses the section
    capabilities:
      kind === 'node' ? extended('capabilities', inherited.capabilities, addCapabilities) : inherited.capabilities,
    requirements: extended('requirements', inherited.requirements, addRequirements),
    interfaces: extended('interfaces', inherited.interfaces, addInterfaces),
    artifacts: withArtifacts(inherited.artifacts, node.get('artifacts')),
  };
}

function withArtifacts(inherited: ReadonlySet<string>, own: YamlNode | undefined): ReadonlySet<string> {
  if (own?.kind !== 'mapping') return inherited;
  return openLike(new Set([...inherited, ...own.entries.keys()]), inherited);
}

/** A section that the grammar refused may have meant anything, so its names are open. */
const isBroken = (node: YamlNode, section: string): boolean =>
  section === 'requirements' && node.kind === 'sequence'
    ? node.items.some(({ kind }) => kind !== 'mapping')
    : node.kind !== 'mapping';

type Add<T> = (into: Map<string, T>, own: YamlNode, scope: Scope) => void;

function addCapabilities(into: Map<string, CapabilityDef>, node: YamlNode | undefined, scope: Scope): void {
  if (node?.kind !== 'mapping') return;
  for (const [name, definition] of node.entries) into.set(name, capabilityDef(name, definition, scope, into.get(name)));
}

function capabilityDef(name: string, node: YamlNode, scope: Scope, parent: CapabilityDef | undefined): CapabilityDef {
  const member = (key: string): YamlNode | undefined => (node.kind === 'mapping' ? node.get(key) : undefined);
  const typeName = textOf(node.kind === 'mapping' ? node.get('type') : node);
  const type = typeName === undefined ? parent?.type : scope.find('capability', typeName);
  const inherited = type && membersOf(type);
  scope.budget?.spend((inherited?.properties.size ?? 0) + (inherited?.attributes.size ?? 0));
  const properties = openLike(new Map(inherited?.properties), inherited?.properties);
  const attributes = openLike(new Map(inherited?.attributes), inherited?.attributes);
  for (const [section, values] of Object.entries({ properties, attributes })) {
    const own = present(member(section));
    if (type === undefined || (own && isBroken(own, section))) opened(values);
  }
  if (parent && parent.type === type) for (const [key, def] of parent.properties) properties.set(key, def);
  inherit(properties, propertyDefs(member('properties'), scope));
  inherit(attributes, propertyDefs(member('attributes'), scope));
  const list = (kind: TypeKind, of: 'sources' | 'relationships', keynames: readonly string[]) => {
    const own = first(keynames, (key) => allowedBy(member(key), [kind], scope));
    const ofType = type && type !== parent?.type ? first(keynames, (key) => allowed(type, key)) : undefined;
    return own ?? ofType ?? parent?.[of];
  };
  const sources = list('node', 'sources', ['valid_source_node_types', 'valid_source_types']);
  const relationships = list('relationship', 'relationships', ['valid_relationship_types']);
  const occurrences = countRange(member('occurrences')) ?? parent?.occurrences;
  return { name, type, properties, attributes, sources, relationships, occurrences };
}

const first = <T>(keynames: readonly string[], find: (keyname: string) => T | undefined): T | undefined =>
  keynames.map(find).find((found) => found !== undefined);

export const texts = (node: YamlNode | undefined): string[] =>
  node?.kind === 'sequence' ? node.items.flatMap((item) => textOf(item) ?? []) : [];

function addRequirements(into: Map<string, RequirementDef>, node: YamlNode | undefined, scope: Scope): void {
  for (const [name, definition] of named(node)) {
    into.set(name, requirementDef(name, definition, scope, into.get(name)));
  }
}

function requirementDef(
  name: string,
  node: YamlNode,
  scope: Scope,
  parent: RequirementDef | undefined,
): RequirementDef {
  const member = (key: string): YamlNode | undefined => (node.kind === 'mapping' ? present(node.get(key)) : undefined);
  const capabilityName = textOf(node.kind === 'mapping' ? node.get('capability') : node) ?? parent?.capabilityName;
  const relationship = member('relationship');
  const relationshipName = textOf(relationship?.kind === 'mapping' ? relationship.get('type') : relationship);
  const found = <K extends 'capability' | 'node' | 'relationship'>(kind: K, given: string | undefined) =>
    given === undefined ? parent?.[kind] : scope.find(kind, given);
  const ofType = found('relationship', relationshipName);
  const filters = [...(parent?.filters ?? []), member('node_filter')].filter((filter) => filter !== undefined);
  return {
    name,
    capability: found('capability', capabilityName),
    capabilityName,
    node: found('node', textOf(member('node'))),
    filters,
    relationship: ofType,
    relationshipNode: relationship ?? parent?.relationshipNode,
    relationshipProperties: refinements(parent, relationship, scope),
    refinements: refinementsOf(parent, relationship, { relationship: ofType, scope }),
    count: countRange(member('occurrences') ?? member('count_range')) ?? parent?.count,
  };
}

const none: ReadonlyMap<string, PropertyDef> = new Map();

function refinements(
  parent: RequirementDef | undefined,
  relationship: YamlNode | undefined,
  scope: Scope,
): ReadonlyMap<string, PropertyDef> {
  const own = relationship?.kind === 'mapping' && scope.version === '2.0' ? relationship.get('properties') : undefined;
  if (own === undefined) return parent?.relationshipProperties ?? none;
  const found = new Map(parent?.relationshipProperties);
  inherit(found, propertyDefs(own, scope));
  return found;
}

export function countRange(node: YamlNode | undefined): CountRange | undefined {
  const [min, max] = node?.kind === 'sequence' ? node.items.map((item) => textOf(item)) : [];
  if (min === undefined || max === undefined || !/^\d+$/.test(min)) return undefined;
  return { min: Number(min), max: /^\d+$/.test(max) ? Number(max) : Number.POSITIVE_INFINITY };
}
