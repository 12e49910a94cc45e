import { NotFoundError } from '../../../foundation/errors.ts';
import type { Attempt } from '../record/attempt.ts';
import { elapsed, goneSeconds } from '../record/deadlines.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'infrastructureManager'>;

/**
 * What `look` sees of an infrastructure, `gone` when it is, and `doubtful` when that was said and is not to be believed yet:
 * an Infrastructure Manager that writes records back, or has several processes, says so of what stands. Gone is what is said
 * to be gone again after a pause, and is in no list.
 */
export const unlessGone = async <Seen>(
  ports: Ports,
  attempt: Attempt,
  infrastructureId: string,
  look: () => Promise<Seen>,
): Promise<Seen | 'gone' | 'doubtful'> => {
  const { deploymentId, number, goneAt } = attempt;
  try {
    const seen = await look();
    if (goneAt !== undefined) await ports.attempts.record(deploymentId, number, { goneAt: undefined });
    return seen;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return (await isGone(ports, attempt, infrastructureId)) ? 'gone' : 'doubtful';
  }
};

const isGone = async (
  { clock, attempts, infrastructureManager }: Ports,
  { deploymentId, number, providerId, goneAt }: Attempt,
  infrastructureId: string,
): Promise<boolean> => {
  const now = clock.now();
  if (goneAt === undefined) {
    await attempts.record(deploymentId, number, { goneAt: now.toISOString() });
    return false;
  }
  if (!elapsed(goneAt, now, { seconds: goneSeconds })) return false;
  return !(await infrastructureManager.list(providerId)).includes(infrastructureId);
};

export const notThere = (infrastructureId: string): string =>
  `infrastructure ${infrastructureId} is not there any more: the Infrastructure Manager does not know it`;
