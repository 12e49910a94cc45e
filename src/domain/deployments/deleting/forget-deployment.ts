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
 * Removes all that is known of a deployment but what is kept of ended ones (ended.ts), its record last, after the callback that says so. CallbackFailedError when
 * the callback cannot be queued: nothing is removed then, and `silently` goes on without it. Gone already is fine.
 */
export const forgetDeployment =
  (ports: Ports) =>
  ({ silently, ...ref }: OperationRef & { readonly silently: boolean }): Promise<void> =>
    forget(ports, ref, async (leaving) => {
      if (silently) return;
      await notify(ports, { ...leaving, status: advance(leaving.status, 'complete'), task: 'NONE' }, 'complete');
    });

/**
 * The same, with what is to be done first. From the first write on the deletion cannot be given up (reset.ts): nobody is
 * told of a deletion that was not, and no record is kept without its template. Whoever dies on the way is followed by a
 * repeat, which goes on: the workflow's, or that of start-operations; the record is there until all else is gone.
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

/** What is gone may come back, and what was never answered may land late: the sweep of orphans looks for both. */
const watchWhatMayAppear = async ({ attempts, orphans, clock }: Stores, deploymentId: string): Promise<void> => {
  const left = (await attempts.list(deploymentId)).filter(mayHaveLeft);
  if (left.length > 0) await orphans.watch(left.map(possibleOrphan), firstLook(clock.now()));
};

const leave = async ({ deployments }: Stores, ref: OperationRef): Promise<Deployment> => {
  const deployment = await owned(deployments, ref);
  if (deployment.leaving) return deployment;
  return deployments.leave(ref.deploymentId, ref.operationId);
};
