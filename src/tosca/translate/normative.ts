import { catalogProfile, catalogScope } from '../catalog/catalog.ts';
import type { Scope, TypeDef } from '../types/type-def.ts';

/** Templates of 2.0 use the types of this profile; each has a counterpart in 1.3. */
export const simpleProfile = 'org.oasis-open.tosca.simple:2.0';

const profile = (): Scope => catalogScope(catalogProfile(simpleProfile), '2.0');

export const normative = (): Scope => catalogScope(undefined, '1.3');

/** The 1.3 type for a type of 2.0: the counterpart of its nearest ancestor (or itself) in the profile. */
export function normativeType(type: TypeDef | undefined): TypeDef | undefined {
  const scope = profile();
  const own = type?.chain.find((each) => each.scope === scope);
  return own && normative().find(own.kind, own.name);
}
