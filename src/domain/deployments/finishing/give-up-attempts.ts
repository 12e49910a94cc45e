import { type Attempt, isSettled } from '../record/attempt.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { firstCheck, possibleOrphan } from '../record/possible-orphans.ts';
import { report } from '../reporting/report.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'orphans'>;

/** Gives attempts up: the sweep of orphans destroys what they have made, or may still make. A repeat changes nothing. */
export const giveUpAttempts = async (ports: Ports, left: readonly Attempt[], reason: string): Promise<void> => {
  if (left.length === 0) return;
  // first: after an attempt is given up, only the sweep looks for its infrastructure
  await ports.orphans.register(left.map(possibleOrphan), firstCheck(ports.clock.now()));
  for (const { deploymentId, number, reason: own } of left) {
    const why = own === undefined ? { reason, quotedLog: '' } : {};
    await ports.attempts.record(deploymentId, number, { state: 'FAILED', left: 'given-up', ...why });
  }
};

const why = 'the deletion was reset before anybody knew whether it had made an infrastructure';

/**
 * Of a deletion that was reset. A submit step that it interrupted may have made an infrastructure that no record names, so
 * nobody could see that it stands and costs money. No attempt of an operation begins once another has taken the deployment
 * over, so these are all. What the record names, and what is complete, stays: its owner sees it, and it may hold data.
 */
export const giveUpUnnamed = async (
  ports: Ports & Parameters<typeof report>[0],
  deployment: Deployment,
): Promise<void> => {
  const left = (await ports.attempts.list(deployment.id)).filter((one) => isUnnamed(one, deployment));
  for (const attempt of left) {
    const what = attempt.infrastructureId ?? 'an infrastructure, if one was made';
    const text = `left over on ${attempt.providerId}: ${what} (${why}); it is looked for and destroyed`;
    await report(ports, { attempt }, { at: deployment.operation.acceptedAt, text, line: 'given-up' });
  }
  await giveUpAttempts(ports, left, why);
};

const isUnnamed = (attempt: Attempt, { providerId, infrastructureId }: Deployment): boolean => {
  if (attempt.state === 'COMPLETE' || isSettled(attempt)) return false;
  const isOwn = attempt.infrastructureId === infrastructureId && attempt.providerId === providerId;
  return attempt.infrastructureId === undefined || !isOwn;
};
