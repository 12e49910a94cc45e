import { DeploymentTimeoutError, OutOfProvidersError, WorkFailedError } from '../../../foundation/errors.ts';
import { type Attempt, failureOf, isRepeated, isSettled, leftBefore } from '../record/attempt.ts';
import { isPast } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import { type AttemptRef, attemptsOf, type OperationRef, owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'attempts'>;

/**
 * The attempt to work on: one that an earlier run of this workflow left unfinished, else one at the next candidate. A candidate
 * that failed for a reason that passes by itself is the next one again, once.
 * WorkFailedError when an attempt failed for a reason that every provider would meet, DeploymentTimeoutError after the
 * deployment's deadline, OutOfProvidersError when every candidate was tried.
 */
export const chooseProvider =
  ({ clock, deployments, attempts }: Ports) =>
  async (input: OperationRef & { readonly candidates: readonly string[] }): Promise<AttemptRef['attempt']> => {
    const deployment = await owned(deployments, input);
    const tried = await attemptsOf(attempts, input);
    const unfinished = tried.find((attempt) => !isSettled(attempt));
    if (unfinished) return pick(unfinished);
    const left = await leftOfBefore({ attempts, clock }, deployment, input.candidates);
    if (left) return pick(left);
    const works = tried.find(({ blame }) => blame === 'work');
    if (works) throw new WorkFailedError(failureOf(works)?.reason ?? 'what was to be run failed');
    if (isPast(deployment.operation.deadline, clock.now())) {
      throw new DeploymentTimeoutError('the deployment was not ready within its timeout');
    }
    const isSpent = (id: string): boolean =>
      tried.some((attempt) => attempt.providerId === id && !isRepeated(attempt, tried));
    const [providerId, ...rest] = input.candidates.filter((id) => !isSpent(id));
    if (providerId === undefined) throw new OutOfProvidersError('every candidate provider was tried');
    const number = Math.max(0, ...(await attempts.list(input.deploymentId)).map((attempt) => attempt.number)) + 1;
    return { number, providerId, last: rest.length === 0 };
  };

/**
 * A creation that is repeated anew removes first, one after the other, what the failed one left: the steps find such an attempt
 * failed, and clean it up. It stays while no provider is left to try, and where it was given up: the sweep of orphans
 * destroys that.
 */
const leftOfBefore = async (
  { attempts, clock }: Pick<Ports, 'attempts' | 'clock'>,
  { id, operation }: Deployment,
  candidates: readonly string[],
): Promise<Attempt | undefined> => {
  if (operation.retries !== 'anew' || candidates.length === 0) return undefined;
  const before = (await attempts.list(id)).filter((attempt) => attempt.operationId !== operation.id);
  const [found] = leftBefore(before);
  if (found === undefined || (found.state === 'FAILED' && found.left === undefined)) return found;
  return attempts.record(id, found.number, { state: 'FAILED', left: undefined, cleaningAt: clock.now().toISOString() });
};

const pick = ({ number, providerId, last }: Attempt): AttemptRef['attempt'] => ({ number, providerId, last });
