/** The view of the service as it is shown: with states that are true for people, and sizes in one unit. */

import { sizeIn } from '../../client/sizes.ts';
import { withTrueStates } from '../../client/true-states.ts';
import type { DeploymentView as View } from '../../client/types.ts';
import type { DeploymentView } from './view.ts';

const withSizes = (view: DeploymentView): DeploymentView => ({
  ...view,
  ...(view.nodes && {
    nodes: view.nodes.map((node) => ({
      ...node,
      facts: Object.fromEntries(Object.entries(node.facts).map(([fact, value]) => [fact, sizeIn(value)])),
    })),
  }),
});

export const shownView = (view: View): DeploymentView => withSizes(withTrueStates(view));

/** The node that failed first: what the last cause names, else the one that failed before the others; undefined: none did. */
export const firstFailed = ({ cause, nodes = [], resources }: DeploymentView): string | undefined => {
  const isThere = (node: string): boolean => nodes.some(({ name }) => name === node);
  const failed = resources.filter(({ state }) => state === 'ERROR');
  const named = cause.findLast(({ node }) => failed.some((one) => one.node === node))?.node;
  if (named !== undefined && isThere(named)) return named;
  return failed.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since)).at(0)?.node;
};
