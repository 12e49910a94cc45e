import { NotFoundError, ProviderFailedError } from '../../../foundation/errors.ts';
import type { Attempt } from './attempt.ts';
import { after, longestAttemptMins } from './deadlines.ts';
import type { Deployment } from './deployment.ts';
import { attemptsOf, type OperationRef } from './operation.ts';
import type { LifecyclePorts } from './ports.ts';
import { requireReachable } from './unreachable.ts';

/** An attempt whose infrastructure is known. */
export type SubmittedAttempt = Attempt & { readonly infrastructureId: string };

/**
 * Claims the attempt that made the deployment's infrastructure for the update. Deadline, outages and answers start
 * anew; infrastructure and log stay. A repeat changes nothing. ProviderFailedError when there is nothing to update.
 */
export const claimAttempt = async (
  ports: Pick<LifecyclePorts, 'attempts' | 'clock' | 'providers'>,
  { id, infrastructureId, operation, limits }: Deployment,
): Promise<SubmittedAttempt> => {
  const { attempts, clock } = ports;
  const found = (await attempts.list(id)).find(
    (attempt) => attempt.infrastructureId === infrastructureId && attempt.state !== 'DESTROYED',
  );
  if (!found || infrastructureId === undefined) {
    throw new ProviderFailedError('the deployment has no infrastructure that an update could change');
  }
  await requireReachable(ports, found);
  if (found.operationId === operation.id) return { ...found, infrastructureId };
  const now = clock.now().toISOString();
  const minutes = Math.min(limits.providerTimeoutMins, longestAttemptMins);
  const claimed = await attempts.record(id, found.number, {
    ...{ operationId: operation.id, state: 'RUNNING', last: true, startedAt: now },
    deadline: after(now, { minutes }) ?? now,
    ...{
      askedAt: undefined,
      answeredAt: undefined,
      releasingAt: undefined,
      reconfiguringAt: undefined,
      reconfiguredAt: undefined,
      undone: undefined,
      unansweredAt: undefined,
      configuredAt: undefined,
      reason: undefined,
      quotedLog: undefined,
    },
    ...{ unreachableAt: undefined, reachableAt: undefined, awayMs: undefined, goneAt: undefined },
    ...{ left: undefined, said: undefined, cleaningAt: undefined, blame: undefined, passing: undefined },
  });
  return { ...claimed, infrastructureId };
};

/** The attempt that the update has claimed. */
export const claimedAttempt = async (
  { attempts }: Pick<LifecyclePorts, 'attempts'>,
  ref: OperationRef,
): Promise<SubmittedAttempt> => {
  const [found] = await attemptsOf(attempts, ref);
  if (found?.infrastructureId !== undefined) return { ...found, infrastructureId: found.infrastructureId };
  throw new NotFoundError(`operation ${ref.operationId} has claimed no infrastructure`);
};
