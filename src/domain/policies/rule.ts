import type { ApprovalTerms } from '../approvals/approval.ts';
import type { PolicyPlan } from './plan.ts';

export const effects = ['deny', 'warn', 'approval'] as const;
export type Effect = (typeof effects)[number];

/** A rule of the operator over a plan (docs/policies.md). */
export interface PolicyRule {
  readonly id: string;
  readonly effect: Effect;
  /** of `approval`: the groups of which one member has to approve */
  readonly approvers?: readonly string[] | undefined;
  /** `node`: judged for each node, which the variable `node` holds; absent: once for the plan */
  readonly each?: 'node' | undefined;
  /** CEL; true: the rule applies */
  readonly when: string;
  /** what the user reads; absent: `messageExpression` is there */
  readonly message?: string | undefined;
  /** CEL that gives the text in place of `message` */
  readonly messageExpression?: string | undefined;
}

/** A rule that applies to a plan. */
export interface Violation {
  readonly rule: string;
  readonly effect: Effect;
  readonly message: string;
  /** absent: the rule is about the whole plan */
  readonly node?: string;
  /** id of the provider at which the plan would be carried out; absent: none is known */
  readonly provider?: string;
  /** the rule could not be evaluated, so it denies whatever its effect is */
  readonly failed?: true;
  /** of `approval`: the groups of which one member has to approve */
  readonly approvers?: readonly string[];
  /** it is no rule but a quota that refuses */
  readonly isQuota?: true;
}

/** The rules of the installation. */
export interface Policies {
  /** true: there is none, and nothing needs to be planned for them */
  readonly isEmpty: boolean;
  /** whether one of them asks for approvals */
  readonly asksApproval?: boolean;
  /** absent: the service's own */
  readonly approvals?: ApprovalTerms | undefined;
  /** What applies to a plan: denials first, otherwise in the order of the rules. It never throws because of a rule. */
  judge(plan: PolicyPlan): Promise<readonly Violation[]>;
}

/** An installation without rules. */
export const noPolicies: Policies = { isEmpty: true, judge: async () => [] };
