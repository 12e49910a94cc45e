import { createHmac } from 'node:crypto';
import type { Json } from '../../../tosca/topology.ts';
import type { PolicyPlan } from '../../policies/plan.ts';

/** What an approval is about. */
export interface Approved {
  /** the text of the template */
  readonly template: string;
  readonly inputs: { readonly [name: string]: Json };
  /** as it was read, with its imports */
  readonly nodes: unknown;
  /** in the order in which the providers are tried */
  readonly plans: readonly PolicyPlan[];
}

/**
 * Stays the same while template, inputs, providers, sizes and replacements do. Prices and images are no part of it: they change by
 * themselves.
 */
export const approvedDigest = (key: string, { template, inputs, nodes, plans }: Approved): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([template, ordered(inputs), ordered(nodes), plans.map(partsOf).map(ordered)]))
    .digest('base64url');

const partsOf = ({ operation, provider, nodes, removed, changes }: PolicyPlan) => ({
  operation,
  provider: provider.id,
  nodes: nodes.map(({ image: _, hourly: __, properties: ___, ...node }) => node),
  removed,
  changes,
});

/** The same members in the same order, however they were written. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  ) ?? '';
