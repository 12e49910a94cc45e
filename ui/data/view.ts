import type { DeploymentView as View } from '../../client/types.ts';

/** All that a page about a deployment shows: GET /deployments/{deployment_id}/view. */
export type DeploymentView = View;

export type ViewNode = NonNullable<View['nodes']>[number];
export type ViewResource = View['resources'][number];
export type Failure = View['cause'][number];
