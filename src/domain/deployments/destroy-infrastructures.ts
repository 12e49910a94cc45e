import { DestroyFailedError, NotReadyError } from '../errors.ts';
import { deletionMins, elapsed } from './deadlines.ts';
import { type Destruction, destroy } from './destruction.ts';
import { type OperationRef, owned } from './operation.ts';
import type { LifecyclePorts } from './ports.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'attempts' | 'providers' | 'infrastructureManager'>;

/**
 * One step of destroying everything that was ever submitted for a deployment. NotReadyError: call again.
 * DestroyFailedError once nothing more can be done and something is left; a forced deletion answers what that is.
 */
export const destroyInfrastructures =
  (ports: Ports) =>
  async (input: OperationRef): Promise<{ readonly leftOver: readonly string[] }> => {
    const { operation } = await owned(ports.deployments, input);
    const attempts = (await ports.attempts.list(input.deploymentId)).filter(({ state }) => state !== 'DESTROYED');
    const seen: Destruction[] = [];
    for (const attempt of attempts) seen.push(await destroy(ports, attempt, operation.acceptedAt));
    const waiting = seen.flatMap((one) => (one.is === 'waiting' ? [one.why] : []));
    const failed = seen.flatMap((one) => (one.is === 'failed' ? [one.why] : []));
    const timeIsUp = elapsed(operation.acceptedAt, ports.clock.now(), { minutes: deletionMins });
    if (waiting.length > 0 && !timeIsUp) throw new NotReadyError(waiting.join('; '));
    const leftOver = [...failed, ...waiting];
    if (leftOver.length > 0 && !operation.force) throw new DestroyFailedError(leftOver.join('\n'));
    return { leftOver };
  };
