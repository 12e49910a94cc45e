import type { Verdict } from '../../deployers/policy.ts';
import type { Attempt } from '../record/attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<LifecyclePorts, 'deployerOf'>;

/** An infrastructure whose machines stand is ready once the deployer has set them up, for example with software. */
export const setUp = async (
  { deployerOf }: Ports,
  { providerId, askedAt, startedAt }: Attempt,
  infrastructureId: string,
): Promise<Verdict> => {
  const configuration = await deployerOf(providerId).configure(infrastructureId, { since: askedAt ?? startedAt });
  if (configuration.is === 'done') return { is: 'ready' };
  if (configuration.is === 'failed') return { is: 'failed', why: configuration.why };
  return { is: 'waiting', why: configuration.what };
};
