import type { Json } from '../../tosca/topology.ts';
import { mapOf, numberOf, textOf } from '../deployers/capability-values.ts';

/** Which failures of a job are tried again: `evaluateOnExit` of AWS Batch, whose first fitting rule decides. */
export interface RetryRule {
  readonly exitCode?: number;
  /** of the container, such as `OutOfMemoryError*` */
  readonly reason?: string;
  /** of the job, such as `Host EC2*`, and on Fargate `Your Spot Task was interrupted*` */
  readonly statusReason?: string;
  readonly action: 'RETRY' | 'EXIT';
}

/** Batch takes five: the others say that a lost machine is replaced, and that what fits no rule is not tried again. */
const mostRules = 3;

/** One more says that a job without memory left is not tried again with the same memory. */
export const mostRulesWithMemory = mostRules - 1;

/** What Batch takes as a pattern, of 512 characters at most. */
const pattern = /^(?=.{1,512}$)[A-Za-z0-9.:\s]*\*?$/s;

const names = ['exit_code', 'reason', 'status_reason', 'action'];

export interface Rules {
  readonly rules: readonly RetryRule[];
  readonly reasons: readonly string[];
}

/** The rules of a template (docs/jobs.md), or every reason why Batch would not take them. */
export const retryRules = (value: Json | undefined): Rules => {
  const given = Array.isArray(value) ? value.map(mapOf) : [];
  const reasons = [
    ...(given.length > mostRules ? [`has ${given.length} retry_rules, and may have ${mostRules}`] : []),
    ...given.flatMap((rule, index) => wrongIn(rule).map((why) => `has retry rule ${index + 1} ${why}`)),
  ];
  return reasons.length > 0 ? { rules: [], reasons } : { rules: given.map(ruleOf), reasons };
};

type Given = { readonly [name: string]: Json };

const wrongIn = (rule: Given): readonly string[] => {
  const strange = Object.keys(rule).filter((name) => !names.includes(name));
  const action = textOf(rule['action'])?.toLowerCase();
  const { exitCode, reason, statusReason } = ruleOf(rule);
  const given = [exitCode, reason, statusReason, action];
  // without it the rule would fit more than its author wants
  const unreadable = names.filter((name, index) => (rule[name] ?? null) !== null && given[index] === undefined);
  const patterns = [reason, statusReason].filter((one) => one !== undefined);
  return [
    ...(strange.length > 0 ? [`with ${strange.join(', ')}, and a rule has only ${names.join(', ')}`] : []),
    ...(action !== undefined && action !== 'retry' && action !== 'exit'
      ? [`with the action ${action}, and Batch knows retry and exit`]
      : []),
    ...unreadable.map((name) => `whose ${name} is not known before the job runs: write it out`),
    ...(unreadable.length === 0 && given.slice(0, -1).every((one) => one === undefined)
      ? ['without exit_code, reason and status_reason: name one']
      : []),
    ...(exitCode !== undefined && !(Number.isInteger(exitCode) && exitCode >= 0)
      ? [`with the exit_code ${exitCode}: Batch takes whole numbers from 0`]
      : []),
    ...patterns
      .filter((one) => !pattern.test(one))
      .map(
        (one) =>
          `with the pattern ${JSON.stringify(one)}: Batch takes letters, digits, ".", ":" and blanks, and "*" at its end`,
      ),
  ];
};

const ruleOf = (rule: Given): RetryRule => {
  const exitCode = numberOf(rule['exit_code']);
  const [reason, statusReason] = [textOf(rule['reason']), textOf(rule['status_reason'])];
  return {
    ...(exitCode !== undefined && { exitCode }),
    ...(reason !== undefined && { reason }),
    ...(statusReason !== undefined && { statusReason }),
    action: textOf(rule['action'])?.toLowerCase() === 'exit' ? 'EXIT' : 'RETRY',
  };
};
