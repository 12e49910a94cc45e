import type { Verdict } from '../../deployers/policy.ts';
import type { Attempt } from '../record/attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<LifecyclePorts, 'deployerOf' | 'files'>;

/** What is next is done where everything stands, or where the deployer itself said that it is due. */
export const setUpIfDue = async (
  ports: Ports,
  attempt: Attempt,
  infrastructureId: string,
  verdict: Verdict,
): Promise<Verdict> => {
  if (verdict.is === 'ready') return setUp(ports, attempt, infrastructureId);
  if (verdict.is === 'failed' || !verdict.isDue) return verdict;
  const next = await setUp(ports, attempt, infrastructureId);
  return next.is === 'ready' ? { is: 'waiting', why: verdict.why } : next;
};

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
  if (configuration.is === 'failed') {
    const { why, blame } = configuration;
    return { is: 'failed', why, ...(blame && { blame }) };
  }
  return { is: 'waiting', why: configuration.what };
};
