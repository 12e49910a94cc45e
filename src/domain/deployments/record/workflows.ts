import type { ActionType } from '../../resources/resource.ts';
import type { Deployment, Interrupted } from './deployment.ts';

/**
 * The input of an action's workflow: the resource as it was when the client asked for the action, and the action's
 * type.
 */
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
  /**
   * Starts the workflow of the deployment's operation, named by execution-name.ts. No error if already started;
   * UnavailableError.
   */
  startOperation(deployment: Deployment): Promise<void>;
  /** Starts the workflow of an action on a resource. No error if already started; UnavailableError. */
  startAction(action: ActionOrder): Promise<void>;
  /** Stops the workflow of an operation. No error if already ended. */
  stopOperation(deployment: Deployment): Promise<void>;
  /** `id` makes a repeat harmless. `interrupted`: another execution resumes the work. */
  startNotification(id: string, interrupted?: Interrupted): Promise<void>;
}
