import type { YamlNode } from '../yaml/node.ts';
import type { Layer, RequirementDef } from './definitions.ts';
import type { Scope, TypeDef } from './type-def.ts';

/** The relationship definitions of a requirement with interfaces, that of the oldest type first. */
export function refinementsOf(
  parent: RequirementDef | undefined,
  written: YamlNode | undefined,
  { relationship, scope }: { readonly relationship: TypeDef | undefined; readonly scope: Scope },
): readonly Layer[] {
  const before = parent?.refinements ?? none;
  const isKept =
    parent?.relationship === relationship || (parent?.relationship && relationship?.is(parent.relationship));
  const known = isKept ? before : none;
  if (written?.kind !== 'mapping' || written.get('interfaces') === undefined) return known;
  return scope.budget?.spend(known.length) === false ? known : [...known, { node: written, scope }];
}

const none: readonly Layer[] = Object.freeze([]);
