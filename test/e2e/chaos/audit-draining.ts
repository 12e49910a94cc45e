import type { Audit } from './audit.ts';
import type { Drained } from './ledger.ts';
import type { Truth } from './truth.ts';

/** What was made, while it drained, at a provider, for a deployment that was accepted after it had begun to. */
export const madeWhileDraining = (
  past: readonly Drained[],
  { deployments, attempts }: Pick<Truth, 'deployments' | 'attempts'>,
): readonly string[] => {
  const accepted = new Map(deployments.map(({ id, createdAt }) => [id, Date.parse(createdAt)]));
  return past.flatMap(({ provider, from, until }) =>
    attempts
      .filter(({ providerId }) => providerId === provider)
      .filter(({ deploymentId }) => (accepted.get(deploymentId) ?? 0) > from)
      .filter(({ startedAt }) => Date.parse(startedAt) < until)
      .map(({ deploymentId, startedAt }) => `${provider} drained, and ${deploymentId} was begun there at ${startedAt}`),
  );
};

export const auditDraining: readonly Audit[] = [
  {
    name: 'a provider that drained got no new deployment',
    faults: ({ ledger }, truth) => madeWhileDraining(ledger.drains.past, truth),
  },
];
