import { whatNow } from '../../repair/lost.ts';
import { putChanged, unbind } from '../../resources/states.ts';
import { notThere } from '../polling/gone.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';

/** The verdict on an update whose infrastructure is gone for good, and what its owner can do. Its machines are gone with it, and are shown no more. */
export const lostInfrastructure = async (
  { clock, resources }: Pick<LifecyclePorts, 'clock' | 'resources'>,
  { deploymentId, infrastructureId }: SubmittedAttempt,
): Promise<{ readonly is: 'failed'; readonly why: string }> => {
  const before = await resources.all(deploymentId);
  await putChanged(resources, before, before.map(unbind), clock.now());
  return { is: 'failed', why: `${notThere(infrastructureId)}; ${whatNow}` };
};
