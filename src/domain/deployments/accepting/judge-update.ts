import { UnavailableError } from '../../../foundation/errors.ts';
import type { Topology } from '../../../tosca/topology.ts';
import { judgeRanking, type PolicyPorts, refusalOfPlan } from '../../policies/judge-ranking.ts';
import { judges } from '../../policies/judges.ts';
import type { PlannedOperation } from '../../policies/plan.ts';
import type { PolicyQuestion } from '../../policies/plan-of.ts';
import type { Violation } from '../../policies/rule.ts';
import { candidatesFor } from '../../providers/candidates.ts';
import type { Ranking } from '../../providers/ports.ts';
import type { Deployment } from '../record/deployment.ts';
import { policyQuestion } from '../record/policy-question.ts';
import type { LifecyclePorts } from '../record/ports.ts';

export type JudgingPorts = PolicyPorts & Pick<LifecyclePorts, 'providers'>;

interface Judged {
  readonly topology: Topology;
  readonly effect?: PolicyQuestion['effect'];
  readonly question: { readonly operation: PlannedOperation; readonly user?: PolicyQuestion['user'] | undefined };
}

/**
 * What rules say of an update where the deployment is. Where nothing was made anywhere, or the provider cannot run the template,
 * they are asked once the workflow knows more.
 */
export const judgeUpdate = async (
  ports: JudgingPorts,
  deployment: Deployment,
  { topology, effect, question: { operation, user } }: Judged,
): Promise<readonly Violation[]> => {
  const { providerId, createdBy: owner } = deployment;
  if (!judges(ports) || providerId === undefined) return [];
  const ranking = await rankedThere(ports, topology, { ...deployment, owner, only: providerId });
  const here = { ...ranking, candidates: ranking.candidates.filter(({ id }) => id === providerId) };
  const question = policyQuestion(deployment, topology, { operation, effect, ...(user && { user }) });
  return (await judgeRanking(ports, question, here)).violations;
};

/** A service of a federation that is away stops no request: the workflow waits for it, and asks the rules then. */
const rankedThere = async (
  { providers }: JudgingPorts,
  topology: Topology,
  asker: Parameters<typeof candidatesFor>[2],
): Promise<Ranking> => {
  try {
    return await candidatesFor(providers, topology, asker);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return { candidates: [], dropped: [], notes: [] };
  }
};

/** ForbiddenError when a rule of the installation denies the update, ConflictError when a quota is reached. */
export const requireAllowedUpdate = async (...judged: Parameters<typeof judgeUpdate>): Promise<void> => {
  const refusal = refusalOfPlan(await judgeUpdate(...judged));
  if (refusal) throw refusal;
};
