import { log } from '../../../foundation/log.ts';
import { releaseAll } from '../../adoption/claim.ts';
import { hold } from '../../adoption/hold.ts';
import { infrastructureThing } from '../../adoption/things.ts';
import type { Attempt } from '../record/attempt.ts';
import type { Deployment } from '../record/deployment.ts';
import { advance } from '../record/lifecycle.ts';
import { type OperationRef, owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { firstCheck, mayHaveLeft, possibleOrphan } from '../record/possible-orphans.ts';
import { removeFiles } from '../record/remove-files.ts';
import { type NotifyPorts, notify } from '../reporting/notify.ts';
import { keepEnded } from './keep-ended.ts';

type Stores = Pick<
  LifecyclePorts,
  | 'clock'
  | 'deployments'
  | 'attempts'
  | 'resources'
  | 'files'
  | 'delegations'
  | 'orphans'
  | 'claims'
  | 'ended'
  | 'endedFiles'
  | 'timeline'
  | 'versions'
>;
type Ports = Stores & NotifyPorts;

/**
 * Removes all data of a deployment except what is stored of ended ones (keep-ended.ts). The callback that reports it is queued
 * first, and the record is removed last. CallbackFailedError when the callback cannot be queued: then nothing is removed.
 * `silently` leaves the callback out. No error if already gone.
 */
export const removeDeployment =
  (ports: Ports) =>
  ({ silently, ...ref }: OperationRef & { readonly silently: boolean }): Promise<void> =>
    removeRecords(ports, ref, async (removing) => {
      if (silently) return;
      await notify(ports, { ...removing, status: advance(removing.status, 'complete'), task: 'NONE' }, 'complete');
    });

/**
 * The same, after `first`. From the first write on, a reset can no longer end the deletion (reset.ts). So no callback
 * reports a deletion that did not happen, and no record stays without its template. If the process dies, a repeat
 * continues: by the workflow, or by sweep-workflows. The record stays until all else is removed.
 */
export const removeRecords = async (
  ports: Stores,
  { deploymentId, operationId }: OperationRef,
  first: (removing: Deployment) => Promise<void> = async () => undefined,
): Promise<void> => {
  if ((await ports.deployments.find(deploymentId)) === undefined) return;
  const removing = await startRemoving(ports, { deploymentId, operationId });
  await first(removing);
  const attempts = await ports.attempts.list(deploymentId);
  const stays = attempts.flatMap(({ kept = [] }) => kept);
  if (stays.length > 0) log('INFO', 'kept', { deploymentId, kept: stays });
  await keepEnded(ports, removing, stays);
  await registerPossibleOrphans(ports, attempts);
  // what stands may be adopted again, once no request of this deletion can take effect any more
  if (removing.operation.force) await hold(ports, attempts.flatMap(thingsThere), deploymentId);
  const claims = attempts.flatMap((one) => one.claims ?? []);
  await releaseAll(ports, claims, deploymentId);
  await ports.resources.remove(deploymentId);
  await removeFiles(ports, deploymentId);
  await ports.deployments.remove(deploymentId, operationId);
};

/** What an attempt has at its provider. The claims of an attempt that adopted nothing may be another deployment's. */
const thingsThere = ({ infrastructureId, claims = [] }: Attempt): readonly string[] =>
  infrastructureId === undefined ? [] : [...new Set([infrastructureThing(infrastructureId), ...claims])];

/**
 * An infrastructure that is gone may come back, and an unanswered call may take effect late: the sweep of orphans looks
 * for both.
 */
const registerPossibleOrphans = async ({ orphans, clock }: Stores, attempts: readonly Attempt[]): Promise<void> => {
  const left = attempts.filter(mayHaveLeft);
  if (left.length > 0) await orphans.register(left.map(possibleOrphan), firstCheck(clock.now()));
};

const startRemoving = async ({ deployments }: Stores, ref: OperationRef): Promise<Deployment> => {
  const deployment = await owned(deployments, ref);
  if (deployment.leaving) return deployment;
  return deployments.markRemoving(ref.deploymentId, ref.operationId);
};
