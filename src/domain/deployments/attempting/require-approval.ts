import { ApprovalNeededError, ForbiddenError } from '../../../foundation/errors.ts';
import {
  type Approval,
  type ApprovalRule,
  type ApprovalTerms,
  isDearer,
  openRules,
  personName,
  usualTerms,
} from '../../approvals/approval.ts';
import type { JudgedRanking } from '../../policies/judge-ranking.ts';
import type { PolicyPlan } from '../../policies/plan.ts';
import type { Violation } from '../../policies/rule.ts';
import type { Deployment } from '../record/deployment.ts';
import { cleanerFor } from '../record/disclosure.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { reportApprovalNeeded } from '../reporting/approvals.ts';
import { type Approved, approvedDigest } from './approved-digest.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'deployments' | 'files' | 'timeline'> & {
  readonly policies: { readonly approvals?: ApprovalTerms | undefined };
};

/**
 * Goes on if no rule asks for an approval, or if this plan is approved. Otherwise the operation waits: ApprovalNeededError ends its
 * workflow, and a decision starts the next one. ForbiddenError where somebody has refused. What takes a failed update back is never asked about.
 */
export const requireApproval = async (
  ports: Ports,
  deployment: Deployment,
  { judged, template, nodes }: Pick<Approved, 'template' | 'nodes'> & { readonly judged: JudgedRanking },
): Promise<void> => {
  const { operation, parameters: inputs } = deployment;
  const { approval } = operation;
  const { dearerPercent, expireHours } = ports.policies.approvals ?? usualTerms;
  if (approval?.refusal) throw new ForbiddenError(refusalOf(approval.refusal));
  const plans = plansOf(judged);
  const rules = rulesIn(judged.violations, plans);
  if (rules.length === 0 || operation.reverts) return;
  const about: Approved = { template, inputs, nodes, plans };
  const hourly = dearest(plans);
  if (approval && isSame(approval, about, rules) && !isDearer(approval.hourly, hourly, dearerPercent)) {
    if (approval.state === 'approved') return;
    await wait(ports, deployment);
  }
  const since = ports.clock.now().toISOString();
  const key = `${ports.ids.next()}${ports.ids.next()}`;
  const waiting: Approval = {
    ...{ state: 'waiting', since, key, digest: approvedDigest(key, about), rules, grants: [] },
    expiresAt: new Date(ports.clock.now().getTime() + expireHours * 3_600_000).toISOString(),
    ...(hourly !== undefined && { hourly }),
    ...{ rounds: approval?.rounds ?? 0, version: (approval?.version ?? 0) + 1 },
  };
  await ports.files.putPlans(deployment.id, operation.id, withoutSecrets(deployment, plans));
  await wait(ports, await ports.deployments.awaitApproval(deployment, waiting));
};

/** Names and labels may hold a secret too; properties are without any. */
const withoutSecrets = (deployment: Deployment, plans: readonly PolicyPlan[]): readonly PolicyPlan[] => {
  const cleaned = cleanerFor(deployment);
  return JSON.parse(JSON.stringify(plans), (_, value: unknown) =>
    typeof value === 'string' ? cleaned(value) : value,
  ) as readonly PolicyPlan[];
};

const wait = async (ports: Ports, deployment: Deployment): Promise<never> => {
  await reportApprovalNeeded(ports, deployment);
  throw new ApprovalNeededError('the operation waits until somebody approves its plan');
};

const refusalOf = ({ by, comment }: NonNullable<Approval['refusal']>): string =>
  `${personName(by)} has refused the plan${comment === undefined ? '' : `: ${comment}`}`;

const plansOf = ({ ranking, plans = new Map() }: JudgedRanking): readonly PolicyPlan[] =>
  ranking.candidates.flatMap(({ id }) => plans.get(id) ?? []);

const longest = 500;

/** Each rule once, though it applies to several nodes and providers. */
const rulesIn = (violations: readonly Violation[], plans: readonly PolicyPlan[]): readonly ApprovalRule[] => {
  const kept = new Set(plans.map(({ provider }) => provider.id));
  const asking = violations.filter((one) => one.effect === 'approval' && kept.has(one.provider));
  return [...Map.groupBy(asking, ({ rule }) => rule)].map(([rule, all]) => ({
    rule,
    message: [...new Set(all.map(({ message }) => message))].join('; ').slice(0, longest),
    approvers: all[0]?.approvers ?? [],
  }));
};

/** An approval for other rules is none for these. */
const isSame = (approval: Approval, about: Approved, rules: readonly ApprovalRule[]): boolean => {
  const known = new Map(approval.rules.map(({ rule, approvers }) => [rule, approvers.join()]));
  const isKnown = rules.every(({ rule, approvers }) => known.get(rule) === approvers.join());
  const isComplete = approval.state !== 'approved' || openRules(approval).length === 0;
  return isKnown && isComplete && approval.digest === approvedDigest(approval.key, about);
};

const dearest = (plans: readonly PolicyPlan[]): number | undefined => {
  const known = plans.flatMap(({ cost }) => cost.hourly ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
};
