/** Templates that an installation offers to its users, in the form of INFN's repositories. */

import type { Caller } from '../../foundation/caller.ts';
import type { Json } from '../../tosca/topology.ts';

export type Document = { readonly [member: string]: Json };

/** One template, with what is said about it and about its form. */
export interface CatalogEntry {
  /** name of the file without its ending; unique */
  readonly name: string;
  /** the text */
  readonly template: string;
  /** of `<name>.metadata.yml`, else of the template itself */
  readonly metadata: Document;
  /** `<name>.parameters.yml`: how a form shows the inputs; absent: there is none */
  readonly parameters?: Document;
  /** files that cannot be read, and why */
  readonly problems: readonly string[];
}

export interface Catalog {
  /** in the order of their names. UnavailableError */
  list(): Promise<readonly CatalogEntry[]>;
}

/** Whether the caller is offered it: `allowed_groups` of the metadata names groups, or `*`. Absent: everybody. */
export const isOffered = (caller: Caller, { metadata }: CatalogEntry): boolean => {
  const { allowed_groups: allowed = '*' } = metadata;
  const groups = (Array.isArray(allowed) ? allowed : String(allowed).split(',')).map((group) => String(group).trim());
  return (
    caller.isAdministrator || groups.includes('*') || groups.some((group) => (caller.groups ?? []).includes(group))
  );
};
