import type { ActionType } from '../../resources/resource.ts';
import type { Deployment, Interrupted } from './deployment.ts';

/** The input of an action's workflow: the resource as it was when the action was asked for, and what is to be done with it. */
export interface ActionOrder {
  readonly deploymentId: string;
  readonly resourceId: string;
  readonly actionId: string;
  readonly type: ActionType;
  /** `updatedAt` of the resource */
  readonly seenAt: string;
}

export type ActionRef = Pick<ActionOrder, 'deploymentId' | 'resourceId' | 'actionId'>;

/** The lifecycle workflows. */
export interface Workflows {
  /** Starts the workflow of the deployment's operation, under the name of execution-name.ts; started already is fine. UnavailableError. */
  startOperation(deployment: Deployment): Promise<void>;
  /** Starts the workflow of an action on a resource; started already is fine. UnavailableError. */
  startAction(action: ActionOrder): Promise<void>;
  /** Stops the workflow of an operation; ended already is fine. */
  stopOperation(deployment: Deployment): Promise<void>;
  /** `id` makes a repeat harmless. `interrupted`: it goes on in another execution. */
  startNotification(id: string, interrupted?: Interrupted): Promise<void>;
}
