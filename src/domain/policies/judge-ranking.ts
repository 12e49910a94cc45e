import { ConflictError, ForbiddenError } from '../../foundation/errors.ts';
import type { CreationPreviewOf, Preview } from '../deployers/preview.ts';
import { candidatesFor } from '../providers/candidates.ts';
import { findProvider } from '../providers/find-provider.ts';
import type { Candidate, Provider, Providers, Ranking } from '../providers/ports.ts';
import type { UseQuotas } from '../quotas/use-quotas.ts';
import { type Judges, judges } from './judges.ts';
import { factsOf } from './node-facts.ts';
import type { PolicyPlan } from './plan.ts';
import { type PolicyQuestion, planOf } from './plan-of.ts';
import { previewsOf } from './preview-at.ts';
import type { Policies, Violation } from './rule.ts';
import { useOf } from './use-of.ts';

export interface PolicyPorts extends Judges {
  readonly policies: Policies;
  readonly providers: Pick<Providers, 'get'>;
  readonly creationPreviewOf: CreationPreviewOf;
}

export interface JudgedRanking {
  /** without the candidates that a rule denies: they are dropped, with its sentence */
  readonly ranking: Ranking;
  readonly violations: readonly Violation[];
  /** by the id of the candidate; absent: nothing was judged */
  readonly plans?: ReadonlyMap<string, PolicyPlan> | undefined;
  /** what was looked at for them, by the id of the candidate; undefined members: its deployer cannot tell */
  readonly previews?: ReadonlyMap<string, Preview | undefined> | undefined;
}

/**
 * Judges the plan at each candidate. A rule that denies one leaves the others. Without candidates nothing is judged: nothing can
 * be made.
 */
export const judgeRanking = async (
  ports: PolicyPorts,
  question: PolicyQuestion,
  ranking: Ranking,
): Promise<JudgedRanking> => {
  if (!judges(ports)) return { ranking, violations: [] };
  const previewAt = previewsOf(ports.creationPreviewOf, question.topology);
  const tooMuch = await quotasOf(ports)?.judge(question);
  const judged = await Promise.all(
    ranking.candidates.map(async (found) => {
      const preview = await previewAt(found);
      const plan = await planAt(ports, question, found, preview);
      const candidate = tooMuch ? { ...found, use: useOf(plan) } : found;
      const quota = tooMuch && candidate.use && (await tooMuch(candidate.use, found.name));
      const violations = [...(await ports.policies.judge(plan)), ...violationsOf(quota?.refusal)];
      return {
        plan,
        preview,
        candidate,
        notes: quota?.note === undefined ? [] : [quota.note],
        violations: violations.map((one) => ({ ...one, provider: found.id })),
      };
    }),
  );
  const violations = judged.flatMap((one) => one.violations);
  const denied = judged.filter((one) => denials(one.violations).length > 0);
  return {
    ranking: {
      ...ranking,
      candidates: judged.filter((one) => !denied.includes(one)).map(({ candidate }) => candidate),
      dropped: [
        ...ranking.dropped,
        ...denied.map(({ candidate: { id, name }, violations: own }) => ({ id, name, reason: refusalText(own) })),
      ],
      notes: [
        ...ranking.notes,
        ...judged.flatMap(({ notes }) => notes),
        ...warningTexts(violations),
        ...approvalTexts(violations),
      ],
    },
    violations,
    plans: new Map(judged.map(({ candidate: { id }, plan }) => [id, plan])),
    previews: new Map(judged.map(({ candidate: { id }, preview }) => [id, preview])),
  };
};

const quotasOf = ({ useQuotas }: Pick<PolicyPorts, 'useQuotas'>): UseQuotas | undefined =>
  useQuotas?.isEmpty === false ? useQuotas : undefined;

const violationsOf = (message: string | undefined): readonly Violation[] =>
  message === undefined ? [] : [{ rule: 'quota', effect: 'deny', message, isQuota: true }];

/** The candidates, ranked and judged, with what rules said of them. */
export const judgedCandidates = async (
  ports: PolicyPorts & { readonly providers: Pick<Providers, 'rank'> },
  question: PolicyQuestion,
  asker: Parameters<typeof candidatesFor>[2],
): Promise<JudgedRanking> => {
  let judged: JudgedRanking | undefined;
  const ranking = await candidatesFor(ports.providers, question.topology, asker, async (found) => {
    judged = await judgeRanking(ports, question, found);
    return judged.ranking;
  });
  return { ranking, violations: judged?.violations ?? [], plans: judged?.plans, previews: judged?.previews };
};

const planAt = async (
  { providers }: PolicyPorts,
  question: PolicyQuestion,
  candidate: Candidate,
  preview: Preview | undefined,
): Promise<PolicyPlan> => {
  const provider = await findProvider(providers, candidate.id);
  const facts = await factsOf(question.topology.nodes, candidate, provider?.facts?.deployer);
  return planOf(question, { provider: provider ?? unknown(candidate), facts, preview });
};

/** A federation may rank a provider that is not in the list. */
const unknown = ({ id, name }: Candidate): Provider => ({ id, name, priority: 0 });

export const denials = (violations: readonly Violation[]): readonly Violation[] =>
  violations.filter(({ effect }) => effect === 'deny');

/** Most violations in a text. */
const most = 20;

/** Why rules refuse a plan, as text: one sentence of each, which names all nodes of which it says the same. */
export const refusalText = (violations: readonly Violation[]): string => {
  const same = Map.groupBy(denials(violations), ({ rule, message, isQuota = false }) =>
    JSON.stringify(isQuota ? [message] : [message, rule]),
  );
  const lines = [...same.values()].map((all) => {
    const [{ rule, message, isQuota } = { rule: '', message: '' }] = all as readonly Pick<
      Violation,
      'rule' | 'message' | 'isQuota'
    >[];
    const nodes = [...new Set(all.flatMap(({ node }) => node ?? []))];
    return isQuota ? message : `policy ${rule}${at(nodes)}: ${message}`;
  });
  const more = lines.length - most;
  return [...lines.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
};

/** The refusal of a request: that of a quota is a conflict with what stands, which passes. */
export const refusalOfPlan = (violations: readonly Violation[]): ConflictError | ForbiddenError | undefined => {
  const text = refusalText(violations);
  if (text === '') return undefined;
  return denials(violations).every(({ isQuota }) => isQuota) ? new ConflictError(text) : new ForbiddenError(text);
};

/** Most nodes that a sentence names. */
const mostNodes = 5;

const at = (nodes: readonly string[]): string => {
  if (nodes.length === 0) return '';
  const more = nodes.length > mostNodes ? ` and ${nodes.length - mostNodes} more` : '';
  return ` (${nodes.length === 1 ? 'node' : 'nodes'} ${nodes.slice(0, mostNodes).join(', ')}${more})`;
};

/** What has to be approved, and by whom, as texts. */
const approvalTexts = (violations: readonly Violation[]): readonly string[] => {
  const lines = violations
    .filter(({ effect }) => effect === 'approval')
    .map(
      ({ rule, message, node, approvers = [] }) =>
        `policy ${rule} needs an approval by ${approvers.join(' or ')}${at(node === undefined ? [] : [node])}: ${message}`,
    );
  return [...new Set(lines)].slice(0, most);
};

/** Warnings, as texts; the same of several providers is said once. */
export const warningTexts = (violations: readonly Violation[]): readonly string[] => {
  const lines = violations
    .filter(({ effect }) => effect === 'warn')
    .map(({ rule, message, node }) => `policy ${rule} warns${at(node === undefined ? [] : [node])}: ${message}`);
  return [...new Set(lines)].slice(0, most);
};
