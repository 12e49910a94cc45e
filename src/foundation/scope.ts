import type { Identity } from './identity.ts';

/**
 * Which deployments a list shows: one's own, those of them that are a group's, a group's, or all of them. A group is known
 * by its name at one issuer.
 */
export type Scope =
  | { readonly of: 'owner'; readonly owner: Identity }
  | { readonly of: 'owner-in-group'; readonly owner: Identity; readonly group: string }
  | { readonly of: 'group'; readonly group: string; readonly issuer: string }
  | { readonly of: 'all' };
