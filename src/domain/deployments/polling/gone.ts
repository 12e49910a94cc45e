import { NotFoundError } from '../../../foundation/errors.ts';
import type { Attempt } from '../record/attempt.ts';
import { elapsed } from '../record/deadlines.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'deployerOf'>;

/**
 * What `look` reads of an infrastructure; `gone` when it is gone; `doubtful` when one answer said so. One answer is not
 * enough: an Infrastructure Manager that writes records back, or has several processes, gives that answer for existing
 * ones. The infrastructure is gone when a second answer, after a pause, says so and no list has it.
 */
export const unlessGone = async <Seen>(
  ports: Ports,
  attempt: Attempt,
  infrastructureId: string,
  read: () => Promise<Seen>,
): Promise<Seen | 'gone' | 'doubtful'> => {
  const { deploymentId, number, goneAt } = attempt;
  try {
    const seen = await read();
    if (goneAt !== undefined) await ports.attempts.record(deploymentId, number, { goneAt: undefined });
    return seen;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return (await isGone(ports, attempt, infrastructureId)) ? 'gone' : 'doubtful';
  }
};

const isGone = async (
  { clock, attempts, deployerOf }: Ports,
  { deploymentId, number, providerId, goneAt, destroyingAt }: Attempt,
  infrastructureId: string,
): Promise<boolean> => {
  const now = clock.now();
  if (goneAt === undefined) {
    await attempts.record(deploymentId, number, { goneAt: now.toISOString() });
    return false;
  }
  const deployer = deployerOf(providerId);
  const { goneSeconds, destroyedSeconds } = deployer.policy;
  const seconds = destroyingAt === undefined ? goneSeconds : destroyedSeconds;
  if (!elapsed(goneAt, now, { seconds })) return false;
  return !(await deployer.list()).includes(infrastructureId);
};

export const notThere = (infrastructureId: string): string =>
  `infrastructure ${infrastructureId} no longer exists: its provider does not know it`;
