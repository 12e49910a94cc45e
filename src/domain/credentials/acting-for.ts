import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The deployment that a step works for. Credentials are a matter of adapters: the lifecycle says which provider to call,
 * and never in whose name, so that no token can come near a record, an execution's input or a log.
 */
const current = new AsyncLocalStorage<string>();

/** Everything that `run` does is done for this deployment. */
export const actingFor = <T>(deploymentId: string | undefined, run: () => T): T =>
  deploymentId === undefined ? run() : current.run(deploymentId, run);

/** undefined outside of a step for a deployment */
export const deploymentInHand = (): string | undefined => current.getStore();
