import type { TrueView } from '../../client/true-states.ts';

/** All that a page about a deployment shows: GET /deployments/{deployment_id}/view, as shown-view.ts shows it. */
export type DeploymentView = TrueView;

export type ViewResource = TrueView['resources'][number];

export type ViewNode = NonNullable<TrueView['nodes']>[number];
