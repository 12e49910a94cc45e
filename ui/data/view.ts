import type { DeploymentView as View } from '../../client/types.ts';
import type { DrawnState } from '../states/tones.ts';

type Resource = View['resources'][number];

export type ViewResource = Omit<Resource, 'state'> & { readonly state: DrawnState };

/** All that a page about a deployment shows: GET /deployments/{deployment_id}/view, as shown-view.ts shows it. */
export type DeploymentView = Omit<View, 'resources'> & { readonly resources: readonly ViewResource[] };

export type ViewNode = NonNullable<View['nodes']>[number];
export type Failure = View['cause'][number];
