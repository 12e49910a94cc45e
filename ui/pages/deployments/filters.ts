/** Which deployments the list shows. The address holds the filters, so a list can be shared and reloaded. */

import type { DeploymentItem } from '../../../client/types.ts';
import { mostRows } from '../../parts/most-rows.ts';
import { allStatuses, deploymentState } from '../../states/tones.ts';

export const stateGroups = ['all', 'working', 'running', 'failed'] as const;
export type StateGroup = (typeof stateGroups)[number];

export interface Filters {
  readonly state: StateGroup;
  /** a part of name, id, group, creator, provider, a node, an address or an output */
  readonly text: string;
  /** undefined: whatever the service lists without a group */
  readonly group: string | undefined;
  /** true: only those that the caller has created */
  readonly mine: boolean;
  /** `name` or `name=value`: only those with all of these labels */
  readonly labels: readonly string[];
}

export const filtersIn = (query: URLSearchParams): Filters => ({
  state: stateGroups.find((group) => group === query.get('state')) ?? 'all',
  text: query.get('q') ?? '',
  group: query.get('group') ?? undefined,
  mine: query.get('mine') !== null,
  labels: (query.get('label') ?? '').split(',').filter((label) => label !== ''),
});

/** The group of a status: deletions are at work too. */
export const groupOf = (status: DeploymentItem['status']): Exclude<StateGroup, 'all'> => {
  const { tone } = deploymentState(status);
  return tone === 'failed' ? 'failed' : tone === 'running' || tone === 'off' ? 'running' : 'working';
};

export const nameOf = ({ name, uuid }: DeploymentItem): string => name ?? uuid;

/** What people call its provider; undefined: none works on it yet. */
export const providerOf = ({ providerName, cloudProviderName }: DeploymentItem): string | undefined =>
  providerName ?? cloudProviderName;

const textsOf = (item: DeploymentItem): readonly string[] => [
  nameOf(item),
  item.uuid,
  item.userGroup ?? '',
  item.createdBy.subject,
  providerOf(item) ?? '',
  item.cloudProviderName ?? '',
];

export const hasText = (item: DeploymentItem, text: string): boolean => {
  const wanted = text.trim().toLowerCase();
  return wanted === '' || textsOf(item).some((one) => one.toLowerCase().includes(wanted));
};

/** How many each group has. As long as only a part of `total` is loaded, a group has at least so many: `12+`. */
export const countGroups = (
  items: readonly DeploymentItem[],
  total = items.length,
): { readonly [G in StateGroup]: string } => {
  const groups = items.map(({ status }) => groupOf(status));
  const wordOf = (group: StateGroup): string => {
    const count = groups.filter((one) => one === group).length;
    if (items.length >= total) return `${count}`;
    return count === 0 ? '' : `${count}+`;
  };
  return { all: `${total}`, working: wordOf('working'), running: wordOf('running'), failed: wordOf('failed') };
};

/** How many rows a question asks for, and how many more each "Load more". */
export const pageSize = 50;

/** How many rows were asked for. The address holds it, so that Back leads to the same rows. */
export const rowsIn = (query: URLSearchParams): number => {
  const rows = Number(query.get('rows'));
  return Number.isInteger(rows) ? Math.min(Math.max(rows, pageSize), mostRows) : pageSize;
};

/** The statuses of a group, as the service filters by them. What has ended has a list of its own. */
const statusesOf = (state: StateGroup): readonly DeploymentItem['status'][] =>
  allStatuses.filter((status) => status !== 'DELETE_COMPLETE' && groupOf(status) === state);

/**
 * The address of the list at the service. Newest first. A text is the service's to search: it knows nodes and addresses. States are left to
 * the page as long as it has the whole list, so that it can count; `isFilteredThere`: the service filters them too, since there is more.
 */
export const listAddress = (
  { group, mine, state, text, labels }: Filters,
  size: number,
  isFilteredThere: boolean,
): string => {
  const query = new URLSearchParams({ size: `${size}`, sort: 'createdAt,desc' });
  if (isFilteredThere && state !== 'all') query.set('status', statusesOf(state).join(','));
  if (text.trim() !== '') query.set('q', text.trim());
  if (group !== undefined) query.set('userGroup', group);
  if (labels.length > 0) query.set('label', labels.join(','));
  if (mine) query.set('createdBy', 'me');
  return `/deployments?${query}`;
};
