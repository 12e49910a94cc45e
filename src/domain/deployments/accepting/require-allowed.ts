import { UnavailableError } from '../../../foundation/errors.ts';
import type { Topology } from '../../../tosca/topology.ts';
import { onlyThere } from '../../adoption/only-there.ts';
import type { Token } from '../../credentials/ports.ts';
import {
  denials,
  type JudgedRanking,
  judgedCandidates,
  refusalOfPlan,
  warningTexts,
} from '../../policies/judge-ranking.ts';
import { judges } from '../../policies/judges.ts';
import { policyQuestion } from '../record/policy-question.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { JudgingPorts } from './judge-update.ts';
import { type CreateRequest, processRequest } from './process-request.ts';
import { withoutProviders } from './without-providers.ts';

type Question = Parameters<typeof policyQuestion>[2];

/**
 * Refuses early what the workflow would refuse anyway. ForbiddenError when rules of the installation deny the creation at each
 * provider that could make it, ConflictError when a quota is reached; InvalidError as in createDeployment. A service that ranks and does not answer stops nothing: the
 * workflow waits for it.
 */
export const requireAllowedCreation = async (
  ports: JudgingPorts & Pick<LifecyclePorts, 'imports'>,
  request: CreateRequest,
): Promise<void> => {
  if (!judges(ports)) return;
  const { topology } = await processRequest(ports, request);
  await requireAllowed(ports, topology, request, { operation: 'create' }, request.delegation?.token);
};

/** The same for a topology that is known. */
export const requireAllowed = async (...judged: Parameters<typeof judgeTopology>): Promise<void> => {
  const { refusal } = await judgeTopology(...judged);
  if (refusal !== undefined) throw refusal;
};

interface Judgement {
  /** undefined: at least one provider could make it, or nobody knows one yet */
  readonly refusal?: Error;
  readonly warnings: readonly string[];
}

/** What rules of the installation say of a creation, at each provider that could make it. */
export const judgeTopology = async (
  ports: JudgingPorts,
  topology: Topology,
  request: Omit<CreateRequest, 'template' | 'parameters' | 'delegation'> & { readonly delegation?: unknown },
  question: Question,
  token?: Token,
): Promise<Judgement> => {
  if (!judges(ports)) return { warnings: [] };
  const policyRequest = policyQuestion({ ...request, createdBy: request.owner }, topology, question);
  const { ranking: all, violations } = await judgedCandidates(ports, policyRequest, {
    ...{ ...request, token },
    only: request.adopts?.providerId,
  }).catch(unanswered);
  const ranking = onlyThere(request.adopts, all);
  const isDenied = ranking.candidates.length === 0 && denials(violations).length > 0;
  const refusal = isDenied ? refusalOfPlan(violations) : undefined;
  return { warnings: warningTexts(violations), ...(refusal && { refusal }) };
};

const unanswered = (error: unknown): JudgedRanking =>
  error instanceof UnavailableError
    ? { ranking: { candidates: [], dropped: [], notes: [] }, violations: [] }
    : withoutProviders(error);
