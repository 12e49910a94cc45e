import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import { type PropertyDef, propertyDefs, refined } from './schema.ts';
import type { Scope } from './scope.ts';
import { remember, type TypeDef } from './type-def.ts';

export interface CapabilityDef {
  readonly name: string;
  readonly type: TypeDef | undefined;
  readonly properties: ReadonlyMap<string, PropertyDef>;
  readonly attributes: ReadonlyMap<string, PropertyDef>;
  readonly validSources: readonly string[];
}

export interface RequirementDef {
  readonly name: string;
  readonly capability: TypeDef | undefined;
  /** name as written, which may be a capability's name instead of a type (1.x) */
  readonly capabilityName: string | undefined;
  readonly node: TypeDef | undefined;
  readonly relationship: TypeDef | undefined;
  readonly relationshipNode: YamlNode | undefined;
  readonly count: CountRange | undefined;
}

export interface CountRange {
  readonly min: number;
  readonly max: number;
}

/** What instances of a type have, inherited members included; a child's definition refines its parent's of the same name. */
export interface Members {
  readonly properties: ReadonlyMap<string, PropertyDef>;
  readonly attributes: ReadonlyMap<string, PropertyDef>;
  readonly capabilities: ReadonlyMap<string, CapabilityDef>;
  readonly requirements: ReadonlyMap<string, RequirementDef>;
  /** interface name -> operations; undefined operations: the interface's type is not known */
  readonly interfaces: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  readonly artifacts: ReadonlySet<string>;
}

const membersKey = Symbol('members');

export function membersOf(type: TypeDef): Members {
  return remember(type, membersKey, () => build(type));
}

function build(type: TypeDef): Members {
  const properties = new Map<string, PropertyDef>();
  const attributes = new Map<string, PropertyDef>();
  const capabilities = new Map<string, CapabilityDef>();
  const requirements = new Map<string, RequirementDef>();
  const interfaces = new Map<string, Set<string> | undefined>();
  const artifacts = new Set<string>();
  for (const { node, scope } of type.chain.toReversed()) {
    inherit(properties, propertyDefs(node.get('properties'), scope));
    inherit(attributes, propertyDefs(node.get('attributes'), scope));
    addCapabilities(capabilities, node.get('capabilities'), scope);
    addRequirements(requirements, node.get('requirements'), scope);
    addInterfaces(interfaces, node.get('interfaces'), scope);
    for (const name of keysOf(node.get('artifacts'))) artifacts.add(name);
  }
  return { properties, attributes, capabilities, requirements, interfaces, artifacts };
}

const keysOf = (node: YamlNode | undefined): Iterable<string> => (node?.kind === 'mapping' ? node.entries.keys() : []);

/** A refinement that says nothing of a default keeps the parent's; one without a type keeps the parent's type. */
export function inherit(into: Map<string, PropertyDef>, own: ReadonlyMap<string, PropertyDef>): void {
  for (const [name, def] of own) {
    const parent = into.get(name);
    const fallback = def.default ?? parent?.default;
    const schema = def.schema ?? refined(parent?.schema, def.node, def.scope);
    into.set(name, { ...def, default: fallback, schema, fixed: def.fixed ?? parent?.fixed });
  }
}

function addCapabilities(into: Map<string, CapabilityDef>, node: YamlNode | undefined, scope: Scope): void {
  if (node?.kind !== 'mapping') return;
  for (const [name, definition] of node.entries) into.set(name, capabilityDef(name, definition, scope, into.get(name)));
}

function capabilityDef(name: string, node: YamlNode, scope: Scope, parent: CapabilityDef | undefined): CapabilityDef {
  const member = (key: string): YamlNode | undefined => (node.kind === 'mapping' ? node.get(key) : undefined);
  const typeName = textOf(node.kind === 'mapping' ? node.get('type') : node);
  const type = typeName === undefined ? parent?.type : scope.find('capability', typeName);
  const inherited = type && membersOf(type);
  const properties = new Map(inherited?.properties);
  const attributes = new Map(inherited?.attributes);
  if (parent && parent.type === type) for (const [key, def] of parent.properties) properties.set(key, def);
  inherit(properties, propertyDefs(member('properties'), scope));
  inherit(attributes, propertyDefs(member('attributes'), scope));
  return { name, type, properties, attributes, validSources: texts(member('valid_source_types')) };
}

export const texts = (node: YamlNode | undefined): string[] =>
  node?.kind === 'sequence' ? node.items.flatMap((item) => textOf(item) ?? []) : [];

/** `requirements` is a list of one-entry mappings; the same shape read from a mapping is tolerated. */
export function namedItems(node: YamlNode | undefined): [string, YamlNode][] {
  if (node?.kind === 'mapping') return [...node.entries];
  if (node?.kind !== 'sequence') return [];
  return node.items.flatMap((item) => (item.kind === 'mapping' ? [...item.entries] : []));
}

function addRequirements(into: Map<string, RequirementDef>, node: YamlNode | undefined, scope: Scope): void {
  for (const [name, definition] of namedItems(node)) {
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
  return {
    name,
    capability: found('capability', capabilityName),
    capabilityName,
    node: found('node', textOf(member('node'))),
    relationship: found('relationship', relationshipName),
    relationshipNode: relationship ?? parent?.relationshipNode,
    count: countRange(member('occurrences') ?? member('count_range')) ?? parent?.count,
  };
}

export function countRange(node: YamlNode | undefined): CountRange | undefined {
  const [min, max] = node?.kind === 'sequence' ? node.items.map((item) => textOf(item)) : [];
  if (min === undefined || max === undefined || !/^\d+$/.test(min)) return undefined;
  return { min: Number(min), max: /^\d+$/.test(max) ? Number(max) : Number.POSITIVE_INFINITY };
}

const interfaceKeynames = new Set([
  'type',
  'inputs',
  'operations',
  'notifications',
  'description',
  'derived_from',
  'version',
  'metadata',
]);

function addInterfaces(into: Map<string, Set<string> | undefined>, node: YamlNode | undefined, scope: Scope): void {
  if (node?.kind !== 'mapping') return;
  for (const [name, definition] of node.entries) {
    if (definition.kind !== 'mapping') continue;
    const typeName = textOf(definition.get('type'));
    const type = scope.find('interface', typeName ?? name);
    const known = into.get(name);
    if (typeName !== undefined && type === undefined) into.set(name, undefined);
    else
      into.set(name, new Set([...(known ?? []), ...(type ? operationsOf(type) : []), ...operationNames(definition)]));
  }
}

/** Operations stand under `operations`, or (1.x) beside the other keynames. */
export const operationNames = (node: YamlMapping): string[] => [
  ...keysOf(node.get('operations')),
  ...keysOf(node.get('notifications')),
  ...[...node.entries.keys()].filter((key) => !interfaceKeynames.has(key)),
];

const operationsOf = (type: TypeDef): string[] => type.chain.flatMap(({ node }) => operationNames(node));
