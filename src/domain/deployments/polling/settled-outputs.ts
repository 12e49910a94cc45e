import { NotReadyError } from '../../../foundation/errors.ts';
import type { Json } from '../../../tosca/topology.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import { elapsed, isPast, unansweredMins } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { report } from '../reporting/report.ts';
import { countedFrom, throughOutages } from './outage.ts';
import { answeredOutputs } from './outputs.ts';
import { outageWithinDeadline } from './overdue.ts';

type Ports = Pick<LifecyclePorts, 'attempts' | 'clock' | 'deployerOf' | 'files' | 'timeline' | 'tolerance'>;

export type Outputs = { readonly [name: string]: Json };

/**
 * The outputs of a finished infrastructure. Working machines matter more than the values that describe them: without
 * outputs the deployment is complete all the same, and log and timeline say why. NotReadyError, DeadlineNearError and
 * ProviderUnavailableError while the outputs may still come.
 */
export const settledOutputs = async (
  ports: Ports,
  deployment: Deployment,
  attempt: SubmittedAttempt,
): Promise<Outputs> => {
  const { providerId, infrastructureId } = attempt;
  const now = ports.clock.now();
  const seen = await throughOutages(ports, attempt, async () => {
    const answer = await answeredOutputs(ports.deployerOf(providerId), infrastructureId);
    // if this call gets no answer either, it is an outage
    if (answer.are === 'unavailable') await ports.deployerOf(providerId).status(infrastructureId);
    return { is: 'answered' as const, answer };
  });
  if (seen.is === 'away' && !isPast(deployment.operation.deadline, now))
    throw outageWithinDeadline(deployment, seen, now);
  if (seen.is !== 'answered') return withoutOutputs(ports, deployment, attempt, seen.why);
  if (seen.answer.are === 'known') return seen.answer.values;
  if (seen.answer.are === 'unavailable') await waitFor(ports, attempt, seen.answer.why);
  return withoutOutputs(ports, deployment, attempt, seen.answer.why);
};

/** Limits the wait for a provider that answers every other call but cannot give the outputs. */
const waitFor = async ({ attempts, clock }: Ports, attempt: SubmittedAttempt, why: string): Promise<void> => {
  const now = clock.now();
  const { deploymentId, number, unansweredAt } = attempt;
  if (unansweredAt === undefined) await attempts.record(deploymentId, number, { unansweredAt: now.toISOString() });
  const since = countedFrom(unansweredAt ?? now.toISOString(), attempt, now);
  if (!elapsed(since, now, { minutes: unansweredMins })) throw new NotReadyError(why);
};

/** Says why the outputs are left out. */
export const withoutOutputs = async (
  ports: Ports,
  deployment: Deployment,
  attempt: SubmittedAttempt,
  why: string,
  what: 'read' | 'stored' = 'read',
): Promise<Outputs> => {
  const text = `the outputs of provider ${attempt.providerId} cannot be ${what} and are left out: ${why}`;
  const event = { kind: 'OUTPUTS', name: 'no-outputs' } as const;
  await report(ports, { deployment, attempt }, { text, line: 'outputs', event });
  return {};
};
