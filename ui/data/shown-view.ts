/** The view of the service as it is shown: with states that are true for people, and sizes in one unit. */

import { sizeIn } from '../../client/sizes.ts';
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
const withUnmade = (view: View): DeploymentView => {
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

/** Software of a machine that is stopped does not run, whatever its own state says: the provider knows only of the machine. */
const withStopped = (view: DeploymentView): DeploymentView => {
  const hosts = new Map(
    view.nodes?.map(({ name, requirements }) => [name, requirements.find(({ as }) => as === 'host')?.node]),
  );
  const states = Map.groupBy(view.resources, ({ node }) => node);
  const isStopped = (node: string | undefined, depth = 0): boolean =>
    node !== undefined &&
    depth < hosts.size &&
    (isStopped(hosts.get(node), depth + 1) || states.get(node)?.every(({ state }) => state === 'STOPPED') === true);
  return {
    ...view,
    resources: view.resources.map((one) =>
      one.state === 'STARTED' && isStopped(hosts.get(one.node)) ? { ...one, state: 'STOPPED' } : one,
    ),
  };
};

const withSizes = (view: DeploymentView): DeploymentView => ({
  ...view,
  ...(view.nodes && {
    nodes: view.nodes.map((node) => ({
      ...node,
      facts: Object.fromEntries(Object.entries(node.facts).map(([fact, value]) => [fact, sizeIn(value)])),
    })),
  }),
});

export const shownView = (view: View): DeploymentView => withSizes(withStopped(withUnmade(view)));

/** The node that failed first: what the last cause names, else the one that failed before the others; undefined: none did. */
export const firstFailed = ({ cause, nodes = [], resources }: DeploymentView): string | undefined => {
  const isThere = (node: string): boolean => nodes.some(({ name }) => name === node);
  const failed = resources.filter(({ state }) => state === 'ERROR');
  const named = cause.findLast(({ node }) => failed.some((one) => one.node === node))?.node;
  if (named !== undefined && isThere(named)) return named;
  return failed.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since)).at(0)?.node;
};
