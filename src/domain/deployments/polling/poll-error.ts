import {
  DeploymentTimeoutError,
  ProviderFailedError,
  ProviderTimeoutError,
  WorkFailedError,
} from '../../../foundation/errors.ts';
import type { Verdict } from '../../deployers/policy.ts';
import type { Attempt } from '../record/attempt.ts';
import type { Deployment } from '../record/deployment.ts';
import { cleanerFor } from '../record/disclosure.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { quoteOf } from '../record/quoted-log.ts';
import { afterOutage, type Unreachable } from './outage.ts';
import { notYet, outageWithinDeadline } from './overdue.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'files' | 'timeline' | 'tolerance'>;

type Seen = Exclude<Verdict, { is: 'ready' }> | Unreachable;

/**
 * The error of a poll that saw no ready infrastructure. If it is final, the quote of the provider's log is stored first,
 * on the attempt: the error itself passes through the history of the workflow, where no log belongs.
 */
export const pollError = async (ports: Ports, deployment: Deployment, attempt: Attempt, seen: Seen): Promise<Error> => {
  const error = await errorFor(ports, deployment, attempt, seen);
  if (!isFinal(error)) return error;
  const log = ('log' in seen && seen.log) || '';
  const quotedLog = cleanerFor(deployment)(quoteOf(log));
  const passing = 'passing' in seen && seen.passing ? { passing: true as const } : {};
  await ports.attempts.record(attempt.deploymentId, attempt.number, { quotedLog, ...passing });
  return error;
};

/** Removes the quote of an earlier poll whose answer was lost: this poll may see something else. */
export const dropQuote = async <A extends Attempt>(
  { attempts }: Pick<Ports, 'attempts'>,
  attempt: A,
): Promise<Omit<A, 'quotedLog'>> => {
  const { quotedLog, ...rest } = attempt;
  const { deploymentId, number } = attempt;
  if (quotedLog !== undefined) await attempts.record(deploymentId, number, { quotedLog: undefined });
  return rest;
};

const errorFor = async (ports: Ports, deployment: Deployment, attempt: Attempt, seen: Seen): Promise<Error> => {
  const now = ports.clock.now();
  if (seen.is === 'failed')
    return 'blame' in seen && seen.blame === 'work' ? new WorkFailedError(seen.why) : new ProviderFailedError(seen.why);
  if (seen.is === 'away') return outageWithinDeadline(deployment, seen, now);
  return notYet(deployment, await afterOutage(ports, attempt), now, seen);
};

const isFinal = (error: Error): boolean =>
  [ProviderFailedError, WorkFailedError, ProviderTimeoutError, DeploymentTimeoutError].some(
    (final) => error instanceof final,
  );
