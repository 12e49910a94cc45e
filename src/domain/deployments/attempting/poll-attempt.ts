import { NotFoundError, ProviderFailedError, WorkFailedError } from '../../../foundation/errors.ts';
import type { Verdict } from '../../deployers/policy.ts';
import { afterOutage, throughOutages } from '../polling/outage.ts';
import { notYet, outageWithinDeadline } from '../polling/overdue.ts';
import { readInfrastructure } from '../polling/read-infrastructure.ts';
import { type Attempt, isOver } from '../record/attempt.ts';
import { type AttemptRef, owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'deployments' | 'attempts' | 'resources' | 'files' | 'deployerOf' | 'timeline' | 'tolerance'
>;

/**
 * Polls once what an attempt makes. NotReadyError, DeadlineNearError, ProviderUnavailableError: poll again later.
 * ProviderFailedError, WorkFailedError, ProviderTimeoutError and DeploymentTimeoutError end the attempt. An infrastructure that is ready
 * counts, even a little after the deadline.
 */
export const pollAttempt =
  (ports: Ports) =>
  async (input: AttemptRef): Promise<{ readonly outcome: 'complete' }> => {
    const deployment = await owned(ports.deployments, input);
    const attempt = await attemptOf(ports, input);
    if (attempt.state === 'COMPLETE') return { outcome: 'complete' };
    if (isOver(attempt)) throw new ProviderFailedError(attempt.reason ?? 'the attempt has ended');
    const seen = await throughOutages(ports, attempt, () => readInfrastructure(ports, attempt));
    if (seen.is === 'failed') throw failureOf(seen);
    if (seen.is === 'away') throw outageWithinDeadline(deployment, seen, ports.clock.now());
    if (seen.is === 'waiting') throw notYet(deployment, await afterOutage(ports, attempt), ports.clock.now(), seen);
    await ports.attempts.record(attempt.deploymentId, attempt.number, { state: 'COMPLETE' });
    return { outcome: 'complete' };
  };

const failureOf = ({ blame, why }: Extract<Verdict, { is: 'failed' }>): Error =>
  blame === 'work' ? new WorkFailedError(why) : new ProviderFailedError(why);

const attemptOf = async ({ attempts }: Ports, { deploymentId, attempt }: AttemptRef): Promise<Attempt> => {
  const found = await attempts.find(deploymentId, attempt.number);
  if (found) return found;
  throw new NotFoundError(`deployment ${deploymentId} has no attempt ${attempt.number}`);
};
