import type { Layer, RequirementDef } from './definitions.ts';
import { addInterfaces, type InterfaceDef } from './interfaces.ts';
import { membersOf } from './members.ts';
import type { TypeDef } from './type-def.ts';

/**
 * What defines a relationship beyond the type that its requirement's definition names, in order: the definition, then the
 * types below, which a template has chosen (1.3 section 3.7.3, 2.0 section 8.4). Undefined: the type alone defines it.
 */
export function refiningLayers(
  type: TypeDef,
  def: RequirementDef | undefined,
): { readonly base: TypeDef; readonly layers: readonly Layer[] } | undefined {
  if (def === undefined || def.refinements.length === 0) return undefined;
  const at = type.chain.findIndex(
    (one) => one === def.relationship || (one.scope.version !== '2.0' && one.name === def.relationship?.name),
  );
  const base = type.chain[at];
  return base && { base, layers: [...def.refinements, ...type.chain.slice(0, at).toReversed()] };
}

const known = new WeakMap<RequirementDef, Map<TypeDef, ReadonlyMap<string, InterfaceDef>>>();

/** The interfaces of a relationship that a requirement makes. */
export function interfacesOf(type: TypeDef, def: RequirementDef | undefined): ReadonlyMap<string, InterfaceDef> {
  const beyond = refiningLayers(type, def);
  if (def === undefined || beyond === undefined) return membersOf(type).interfaces;
  return keptFor(known, [def, type], () => {
    const found = new Map(membersOf(beyond.base).interfaces);
    for (const { node, scope } of beyond.layers) addInterfaces(found, node.get('interfaces'), scope);
    return found;
  });
}

/** What is worked out once for each definition of a requirement and type of relationship. */
export function keptFor<T>(
  kept: WeakMap<RequirementDef, Map<TypeDef, T>>,
  [def, type]: readonly [RequirementDef, TypeDef],
  make: () => T,
): T {
  const ofDef = kept.get(def) ?? new Map<TypeDef, T>();
  kept.set(def, ofDef);
  const before = ofDef.get(type);
  if (before !== undefined) return before;
  const made = make();
  ofDef.set(type, made);
  return made;
}
