import { isDeepStrictEqual } from 'node:util';
import type { Claim, Claims } from '../../../src/domain/deployments/record/claims.ts';

/** Who has what, in memory. */
export const memoryClaims = (): Claims & { readonly held: Map<string, Claim> } => {
  const held = new Map<string, Claim>();
  return {
    held,
    find: async (thing) => held.get(thing),
    replace: async (thing, seen, next) => {
      if (!isDeepStrictEqual(held.get(thing), seen)) return false;
      if (next) held.set(thing, next);
      else held.delete(thing);
      return true;
    },
  };
};
