import type { Identity } from './identity.ts';

/**
 * Which deployments a list shows: one owner's, one owner's within a group, a group's, or all. A group is identified by
 * its name at one issuer.
 */
export type Scope =
  | { readonly of: 'owner'; readonly owner: Identity }
  | { readonly of: 'owner-in-group'; readonly owner: Identity; readonly group: string }
  | { readonly of: 'group'; readonly group: string; readonly issuer: string }
  | { readonly of: 'all' };
