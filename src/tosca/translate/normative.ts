import { catalogProfile, catalogScope } from '../catalog/catalog.ts';
import type { Scope, TypeDef } from '../types/type-def.ts';

/** The types that templates of 2.0 are written with, each of which has its like in 1.3. */
export const simpleProfile = 'org.oasis-open.tosca.simple:2.0';

const profile = (): Scope => catalogScope(catalogProfile(simpleProfile), '2.0');

export const normative = (): Scope => catalogScope(undefined, '1.3');

/** The type of 1.3 that stands for one of 2.0: the like of the nearest type of the profile that it is or derives from. */
export function normativeType(type: TypeDef | undefined): TypeDef | undefined {
  const scope = profile();
  const own = type?.chain.find((each) => each.scope === scope);
  return own && normative().find(own.kind, own.name);
}
