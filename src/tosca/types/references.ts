import { refinementInvalid } from '../problem-kinds.ts';
import { type Finding, mildUnlessMisspelt } from '../report.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { TypeKind } from './scope.ts';
import type { Scope } from './type-def.ts';
import { remember, type TypeDef } from './type-def.ts';

/** Keynames of a type that list other types, and the kinds of those types (1.3 section 3.7, 2.0 sections 7, 8 and 16). */
const lists: Readonly<Partial<Record<TypeKind, Readonly<Record<string, readonly TypeKind[]>>>>> = {
  capability: {
    valid_source_node_types: ['node'],
    valid_source_types: ['node'],
    valid_relationship_types: ['relationship'],
  },
  relationship: {
    valid_capability_types: ['capability'],
    valid_target_types: ['capability', 'node'],
    valid_target_node_types: ['node'],
    valid_source_node_types: ['node'],
    valid_source_types: ['node'],
  },
  group: { members: ['node'] },
  policy: { targets: ['node', 'group'] },
};

/**
 * The types that a list allows, from the type itself or its nearest ancestor with such a list; undefined: any type. A
 * list with an unknown name is skipped: the name was reported where it stands, or comes from a file that could not be
 * read.
 */
export function allowed(type: TypeDef, keyname: string): readonly TypeDef[] | undefined {
  const known = remember(type, lookedUp, () => new Map<string, readonly TypeDef[] | undefined>());
  if (known.has(keyname)) return known.get(keyname);
  const found = findAllowed(type, keyname);
  known.set(keyname, found);
  return found;
}

const lookedUp = Symbol('allowed');

function findAllowed(type: TypeDef, keyname: string): readonly TypeDef[] | undefined {
  for (const { node, scope } of type.chain) {
    const found = allowedBy(node.get(keyname), lists[type.kind]?.[keyname] ?? [], scope);
    if (found) return found;
  }
  return undefined;
}

/** The types that one list allows; undefined without a list, or when one of its names is unknown. */
export function allowedBy(
  node: YamlNode | undefined,
  kinds: readonly TypeKind[],
  scope: Scope,
): readonly TypeDef[] | undefined {
  if (node?.kind !== 'sequence' || node.items.length === 0) return undefined;
  const found = node.items.flatMap((item) => findAny(item, kinds, scope) ?? []);
  return found.length < node.items.length ? undefined : found;
}

const findAny = (node: YamlNode, kinds: readonly TypeKind[], scope: Scope): TypeDef | undefined => {
  const name = textOf(node);
  if (name === undefined) return undefined;
  return kinds.map((kind) => scope.find(kind, name)).find((type) => type !== undefined);
};

export function isOneOf(type: TypeDef, types: readonly TypeDef[]): boolean {
  for (const other of types) if (type.mayBe(other)) return true;
  return false;
}

/** Every list names existing types, and no more than the parent's list allows (2.0 section 7.3 and similar). */
export function checkReferences(type: TypeDef): void {
  for (const [keyname, kinds] of Object.entries(lists[type.kind] ?? {})) {
    checkList(type, type.node.get(keyname), kinds, type.parent && allowed(type.parent, keyname));
  }
}

/** `wider`: the types that the list may choose from; undefined: any. */
export function checkList(
  type: TypeDef,
  node: YamlNode | undefined,
  kinds: readonly TypeKind[],
  wider: readonly TypeDef[] | undefined,
): void {
  if (node?.kind !== 'sequence') return;
  const { scope } = type;
  const report = (at: YamlNode, finding: Finding): void =>
    scope.report?.at(at, scope.version === '2.0' ? finding : mildUnlessMisspelt(finding));
  for (const item of node.items) {
    const name = textOf(item);
    if (name === undefined) continue;
    const found = findAny(item, kinds, scope);
    if (found === undefined) report(item, scope.unknownType(kinds, name));
    else if (wider && !isOneOf(found, wider)) {
      const names = wider.map((each) => each.name).join(', ');
      report(
        item,
        refinementInvalid(`${found.name} is neither one of the allowed types nor derived from one: ${names}`),
      );
    }
  }
}

/** Reports a name that is not a type of this kind. */
export function known(type: TypeDef, kind: TypeKind, node: YamlNode | undefined): void {
  const name = textOf(node);
  if (node === undefined || name === undefined || type.scope.find(kind, name)) return;
  type.scope.report?.at(node, type.scope.unknownType(kind, name));
}
