import { DestroyFailedError, NotReadyError } from '../../../foundation/errors.ts';
import { log } from '../../../foundation/log.ts';
import { countedFrom } from '../polling/outage.ts';
import { outageError } from '../polling/overdue.ts';
import type { Attempt } from '../record/attempt.ts';
import { deletionMins, elapsed, forcedOutageMins, latest } from '../record/deadlines.ts';
import type { Operation } from '../record/deployment.ts';
import { type OperationRef, owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { destroy } from './destruction.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'deployments' | 'attempts' | 'providers' | 'deployerOf' | 'files' | 'timeline' | 'tolerance'
>;

/**
 * One step of destroying everything that was ever submitted for a deployment. NotReadyError, and ProviderUnavailableError
 * in a long outage: call again. DestroyFailedError when nothing more can be done and something is left; a forced deletion
 * returns and logs what is left instead.
 */
export const destroyInfrastructures =
  (ports: Ports) =>
  async (input: OperationRef): Promise<{ readonly leftOver: readonly string[] }> => {
    const { operation, updatedAt } = await owned(ports.deployments, input);
    const attempts = (await ports.attempts.list(input.deploymentId)).filter(({ state }) => state !== 'DESTROYED');
    const order = orderOf(ports, operation);
    const seen = await Promise.all(
      attempts.map(async (attempt) => ({ attempt, ...(await destroy(ports, attempt, order)) })),
    );
    // the provider's time runs neither during an outage of the provider nor during one of the platform: both have their own limits.
    // The last write of the record is that of begin-deletion, which may come days after the acceptance
    const now = ports.clock.now();
    const since = latest(
      operation.acceptedAt,
      updatedAt,
      operation.interrupted?.at,
      ...attempts.map((attempt) => countedFrom(operation.acceptedAt, attempt, now)),
    );
    const timeIsUp = elapsed(since, now, { minutes: deletionMins });
    const waiting = seen.filter((one) => one.is === 'waiting');
    if (waiting.length > 0 && !timeIsUp) {
      throw new NotReadyError(stillThere(waiting.length), { soon: waiting.every(({ soon }) => soon) });
    }
    for (const one of seen) if (one.is === 'away') throw outageError(one);
    const leftOver = seen.flatMap((one) => (one.is === 'gone' ? [] : [`${nameOf(one.attempt)}: ${one.why}`]));
    if (leftOver.length > 0 && !operation.force) throw new DestroyFailedError([...leftOver, advice].join('\n'));
    if (leftOver.length > 0) log('WARN', 'left over', { ...input, leftOver });
    return { leftOver };
  };

const orderOf = ({ tolerance: { outageMins } }: Ports, { acceptedAt, force }: Operation) => ({
  since: acceptedAt,
  force: force ?? false,
  outageMins: force ? Math.min(forcedOutageMins, outageMins) : outageMins,
});

const nameOf = ({ providerId, infrastructureId = 'an infrastructure, if one was made,' }: Attempt): string =>
  `${infrastructureId} on provider ${providerId}`;

const stillThere = (count: number): string =>
  count === 1 ? '1 infrastructure is not destroyed yet' : `${count} infrastructures are not destroyed yet`;

const advice =
  'Delete the deployment again to retry; with ?force=true its record is removed anyway, and you have to remove what is left at the provider.';
