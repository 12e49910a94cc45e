import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The deployment that a step works for. Only adapters handle credentials: the lifecycle says which provider to call, and
 * never in whose name. So no token can get into a record, an execution's input or a log.
 */
const current = new AsyncLocalStorage<string>();

/** Everything that `run` does is done for this deployment. */
export const onBehalfOf = <T>(deploymentId: string | undefined, run: () => T): T =>
  deploymentId === undefined ? run() : current.run(deploymentId, run);

/** undefined outside a step that works for a deployment */
export const currentDeployment = (): string | undefined => current.getStore();
