/** What of a failed deployment has failed, and what was only never begun: the service gives all of it one state. */

import type { DeploymentView as View } from '../../client/types.ts';
import { unmade } from '../states/tones.ts';
import type { DeploymentView } from './view.ts';

type Resource = View['resources'][number];

/** CloudFormation's word for what it broke off because something else had failed. */
const brokenOff = /cancell?ed/i;

/**
 * The resources of a creation that failed, with those apart that were never begun. A resource has failed if the last cause names its
 * node, or if it failed before the end of the operation gave the same state to all.
 */
export const withUnmade = (view: View): DeploymentView => {
  const failed = view.resources.filter(({ state }) => state === 'ERROR');
  if (view.status !== 'CREATE_FAILED' || failed.length === 0) return view;
  const named = view.cause.at(-1)?.node; // the states are those of the last attempt
  const times = failed.map(({ since }) => Date.parse(since));
  const [first, end] = [Math.min(...times), Math.max(...times)];
  const hasFailed = ({ node, since, reason = '' }: Resource): boolean =>
    node === named || (!brokenOff.test(reason) && first < end && Date.parse(since) === first);
  return {
    ...view,
    resources: view.resources.map((one) =>
      one.state === 'ERROR' && !hasFailed(one) ? { ...one, state: unmade } : one,
    ),
  };
};

/** The node that failed first: what the last cause names, else the one that failed before the others; undefined: none did. */
export const firstFailed = ({ cause, nodes = [], resources }: DeploymentView): string | undefined => {
  const isThere = (node: string): boolean => nodes.some(({ name }) => name === node);
  const failed = resources.filter(({ state }) => state === 'ERROR');
  const named = cause.findLast(({ node }) => failed.some((one) => one.node === node))?.node;
  if (named !== undefined && isThere(named)) return named;
  return failed.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since)).at(0)?.node;
};
