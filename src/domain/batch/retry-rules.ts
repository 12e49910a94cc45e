import type { Json } from '../../tosca/topology.ts';
import { mapOf, numberOf, textOf } from '../deployers/asked.ts';

/** Which failures of a job are tried again: `evaluateOnExit` of AWS Batch, whose first fitting rule decides. */
export interface RetryRule {
  readonly exitCode?: number;
  /** of the container, such as `OutOfMemoryError*` */
  readonly reason?: string;
  /** of the job, such as `Host EC2*` */
  readonly statusReason?: string;
  readonly action: 'RETRY' | 'EXIT';
}

/** Batch takes five: the others say that a lost machine is replaced, and that what fits no rule is not tried again. */
const mostRules = 3;

/** What Batch takes as a pattern. */
const pattern = /^[A-Za-z0-9.:\s]{1,511}\*?$/;

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
  const conditions = names.slice(0, -1).filter((name) => rule[name] !== undefined);
  const patterns = [rule['reason'], rule['status_reason']].flatMap((one) => textOf(one) ?? []);
  return [
    ...(strange.length > 0 ? [`with ${strange.join(', ')}, and a rule has only ${names.join(', ')}`] : []),
    ...(action !== undefined && action !== 'retry' && action !== 'exit'
      ? [`with the action ${action}, and Batch knows retry and exit`]
      : []),
    ...(conditions.length === 0 ? ['without exit_code, reason and status_reason: name one'] : []),
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
