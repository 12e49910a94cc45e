import type { Environment } from '@marcbachmann/cel-js';
import type { PolicyRule } from '../../domain/policies/rule.ts';
import { environments } from './environment.ts';
import { faultsIn, type Lengths, stepsOf } from './syntax.ts';

/** An expression that is ready to run. */
export interface Expression {
  /** Throws what the engine throws. */
  evaluate(values: { readonly [variable: string]: unknown }): unknown;
  /** the most steps that this takes */
  steps(lengths: Lengths): number;
}

export interface CompiledRule extends PolicyRule {
  readonly condition: Expression;
  readonly sentence?: Expression;
}

/** What is wrong with a rule, and where. */
export interface RuleFault {
  /** index of the rule */
  readonly rule: number;
  readonly member: 'when' | 'messageExpression';
  readonly message: string;
}

/** Rules whose expressions are known to fit their plan; all faults if one does not. */
export const compiledRules = (
  rules: readonly PolicyRule[],
): { readonly rules: readonly CompiledRule[]; readonly faults: readonly RuleFault[] } => {
  const { plan, node } = environments();
  const faults: RuleFault[] = [];
  const compiled = rules.flatMap((rule, index): CompiledRule[] => {
    const environment = rule.each === 'node' ? node : plan;
    const read = (member: RuleFault['member'], type: string): Expression | undefined => {
      const text = rule[member];
      if (text === undefined) return undefined;
      const found = expressionOf(environment, text, type);
      if (typeof found === 'object') return found;
      faults.push({ rule: index, member, message: found });
      return undefined;
    };
    const [condition, sentence] = [read('when', 'bool'), read('messageExpression', 'string')];
    return condition ? [{ ...rule, condition, ...(sentence && { sentence }) }] : [];
  });
  return { rules: compiled, faults };
};

/** The expression, or what is wrong with it. */
const expressionOf = (environment: Environment, text: string, type: string): Expression | string => {
  const checked = environment.check(text);
  if (!checked.valid) return explained(text, checked.error);
  const evaluate = environment.parse(text);
  const [fault] = faultsIn(evaluate.ast);
  if (fault) return `${fault.message} (${place(text, fault.at)})`;
  if (checked.type !== type) return `it gives a ${checked.type}, and a ${type} is needed`;
  return {
    evaluate: (values) => evaluate(values as Record<string, unknown>),
    steps: (lengths) => stepsOf(evaluate.ast, lengths),
  };
};

interface EngineError extends Error {
  readonly summary?: string;
  readonly range?: { readonly start: number } | undefined;
}

/** In one line: the engine's own message is several. */
const explained = (text: string, error: EngineError | undefined): string => {
  const at = error?.range?.start;
  return `${summaryOf(error)}${at === undefined ? '' : ` (${place(text, at)})`}`;
};

/** What an error of the engine says, without the picture of the expression. */
export const summaryOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const [first = ''] = ((error as EngineError).summary ?? error.message).split('\n');
  return first;
};

const place = (text: string, at: number): string => {
  const before = text.slice(0, at).split('\n');
  const column = (before.at(-1) ?? '').length + 1;
  return before.length > 1 ? `line ${before.length}, column ${column}` : `column ${column}`;
};
