import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The deployment that a step works for. Only adapters handle credentials: the lifecycle says which provider to call, and
 * never in whose name. So no token can get into a record, an execution's input or a log.
 */
const current = new AsyncLocalStorage<Step>();

/** One run of a step: no operation of its deployment begins or ends, and no owner changes, while one that acts at a provider runs. */
export interface Step {
  readonly deploymentId: string;
}

/** Everything that `run` does is done for this deployment. */
export const onBehalfOf = <T>(deploymentId: string | undefined, run: () => T): T =>
  deploymentId === undefined ? run() : current.run({ deploymentId }, run);

/** undefined outside a step that works for a deployment */
export const currentDeployment = (): string | undefined => current.getStore()?.deploymentId;

/** undefined outside a step that works for a deployment; another object for each run of one */
export const currentStep = (): Step | undefined => current.getStore();
