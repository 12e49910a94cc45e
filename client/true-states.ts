/** The states of resources as they are true for people, for both faces. */

import type { DeploymentView } from './types.ts';

type Resource = DeploymentView['resources'][number];

/** Never begun, since the creation had failed before. */
export const unmade = 'UNMADE';

export type TrueState = Resource['state'] | typeof unmade;

/** A view whose resources have true states. */
export type TrueView = Omit<DeploymentView, 'resources'> & {
  readonly resources: readonly (Omit<Resource, 'state'> & { readonly state: TrueState })[];
};

/** CloudFormation's word for what it broke off because something else had failed. */
const brokenOff = /cancell?ed/i;

/**
 * The resources of a creation that failed, with those apart that were never begun. A resource has failed if the last cause names its
 * node, or if it failed before the end of the operation gave the same state to all.
 */
const withUnmade = (view: DeploymentView): TrueView => {
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
const withStopped = (view: TrueView): TrueView => {
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

/** What was never begun of a creation that failed, and software of machines that are stopped, apart. */
export const withTrueStates = (view: DeploymentView): TrueView => withStopped(withUnmade(view));
