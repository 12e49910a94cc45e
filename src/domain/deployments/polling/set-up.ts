import type { Verdict } from '../../deployers/policy.ts';
import type { Attempt } from '../record/attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<LifecyclePorts, 'deployerOf' | 'files'>;

/** An infrastructure whose machines stand is ready once the deployer has set them up, for example with software. */
export const setUp = async (
  { deployerOf, files }: Ports,
  { deploymentId, operationId, providerId, askedAt, startedAt }: Attempt,
  infrastructureId: string,
): Promise<Verdict> => {
  const blueprint = async () => {
    const ranking = await files.findRanking(deploymentId, operationId);
    return ranking?.candidates.find(({ id }) => id === providerId)?.blueprint;
  };
  const configuration = await deployerOf(providerId).configure(infrastructureId, {
    since: askedAt ?? startedAt,
    blueprint,
  });
  if (configuration.is === 'done') return { is: 'ready' };
  if (configuration.is === 'failed') return { is: 'failed', why: configuration.why };
  return { is: 'waiting', why: configuration.what };
};
