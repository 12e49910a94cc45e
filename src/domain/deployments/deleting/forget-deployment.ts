import type { Deployment } from '../record/deployment.ts';
import { advance } from '../record/lifecycle.ts';
import { type OperationRef, owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { firstLook, mayHaveLeft, possibleOrphan } from '../record/possible-orphans.ts';
import { notify } from '../telling/notify.ts';
import { keepEnded } from './ended.ts';

type Stores = Pick<
  LifecyclePorts,
  'clock' | 'deployments' | 'attempts' | 'resources' | 'files' | 'orphans' | 'ended' | 'endedFiles' | 'timeline'
>;
type Ports = Stores & Pick<LifecyclePorts, 'workflows' | 'describe'>;

/**
 * Removes all data of a deployment except what is stored of ended ones (ended.ts). The callback that reports it is queued
 * first, and the record is removed last. CallbackFailedError when the callback cannot be queued: then nothing is removed.
 * `silently` leaves the callback out. No error if already gone.
 */
export const forgetDeployment =
  (ports: Ports) =>
  ({ silently, ...ref }: OperationRef & { readonly silently: boolean }): Promise<void> =>
    forget(ports, ref, async (leaving) => {
      if (silently) return;
      await notify(ports, { ...leaving, status: advance(leaving.status, 'complete'), task: 'NONE' }, 'complete');
    });

/**
 * The same, after `first`. From the first write on, a reset can no longer end the deletion (reset.ts). So no callback
 * reports a deletion that did not happen, and no record stays without its template. If the process dies, a repeat
 * continues: by the workflow, or by start-operations. The record stays until all else is removed.
 */
export const forget = async (
  ports: Stores,
  { deploymentId, operationId }: OperationRef,
  first: (leaving: Deployment) => Promise<void> = async () => undefined,
): Promise<void> => {
  if ((await ports.deployments.find(deploymentId)) === undefined) return;
  const leaving = await leave(ports, { deploymentId, operationId });
  await first(leaving);
  await keepEnded(ports, leaving);
  await watchWhatMayAppear(ports, deploymentId);
  await ports.resources.remove(deploymentId);
  await ports.files.remove(deploymentId);
  await ports.deployments.remove(deploymentId, operationId);
};

/**
 * An infrastructure that is gone may come back, and an unanswered call may take effect late: the sweep of orphans looks
 * for both.
 */
const watchWhatMayAppear = async ({ attempts, orphans, clock }: Stores, deploymentId: string): Promise<void> => {
  const left = (await attempts.list(deploymentId)).filter(mayHaveLeft);
  if (left.length > 0) await orphans.watch(left.map(possibleOrphan), firstLook(clock.now()));
};

const leave = async ({ deployments }: Stores, ref: OperationRef): Promise<Deployment> => {
  const deployment = await owned(deployments, ref);
  if (deployment.leaving) return deployment;
  return deployments.leave(ref.deploymentId, ref.operationId);
};
