import type { DeploymentView as View } from '../../client/types.ts';
import type { unmade } from '../states/tones.ts';

type Resource = View['resources'][number];

export type DrawnState = Resource['state'] | typeof unmade;

export type ViewResource = Omit<Resource, 'state'> & { readonly state: DrawnState };

/** All that a page about a deployment shows: GET /deployments/{deployment_id}/view, told apart by failures.ts. */
export type DeploymentView = Omit<View, 'resources'> & { readonly resources: readonly ViewResource[] };

export type ViewNode = NonNullable<View['nodes']>[number];
export type Failure = View['cause'][number];
