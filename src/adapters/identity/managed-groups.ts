import type { GroupManagers } from './issuers.ts';

/** The groups that somebody in `groups` manages, sorted. */
export const managedBy = (groups: readonly string[], managers: GroupManagers): readonly string[] =>
  Object.entries(managers)
    .filter(([, leads]) => leads.some((lead) => groups.includes(lead)))
    .map(([group]) => group)
    .toSorted();
