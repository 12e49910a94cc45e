import { releaseAll } from '../../adoption/claim.ts';
import type { Attempt } from '../record/attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<LifecyclePorts, 'attempts' | 'clock' | 'claims'>;

/**
 * The attempt has ended and has nothing at the provider: what stands stays as it is, and nobody holds it for this
 * deployment any more. Frees it first, so that a process that dies in between does it again.
 */
export const endAdoption = async (
  ports: Ports,
  { deploymentId, number, claims = [] }: Attempt,
  reason: string,
): Promise<Attempt> => {
  await releaseAll(ports, claims, deploymentId);
  const cleaningAt = ports.clock.now().toISOString();
  return ports.attempts.record(deploymentId, number, { state: 'DESTROYED', reason, quotedLog: '', cleaningAt });
};
