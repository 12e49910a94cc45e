import type { PolicyPlan } from '../../domain/policies/plan.ts';
import type { Policies, PolicyRule, Violation } from '../../domain/policies/rule.ts';
import { type CompiledRule, compiledRules, type Expression, summaryOf } from './compile.ts';
import type { Lengths } from './syntax.ts';
import { valuesOf } from './values.ts';

/** For all rules of one plan: about two seconds of a slow processor. */
const mostSteps = 20_000_000;
/** Most violations of one rule: a rule about each node may apply to thousands. */
const mostOfRule = 20;

/** Judges by rules that were checked before. Throws an Error where one of them does not compile. */
export const policiesOf = (rules: readonly PolicyRule[]): Policies => {
  const { rules: compiled, faults } = compiledRules(rules);
  const [fault] = faults;
  if (fault) throw new Error(`policy ${rules[fault.rule]?.id}: ${fault.member}: ${fault.message}`);
  return {
    ...{ isEmpty: compiled.length === 0, asksApproval: asksApproval(rules) },
    judge: async (plan) => judge(compiled, plan),
  };
};

const asksApproval = (rules: readonly Pick<PolicyRule, 'effect'>[]): boolean =>
  rules.some(({ effect }) => effect === 'approval');

const judge = (rules: readonly CompiledRule[], plan: PolicyPlan): readonly Violation[] => {
  const values = valuesOf(plan);
  const lengths = lengthsOf(plan);
  let left = mostSteps;
  const found = rules.flatMap((rule): readonly Violation[] => {
    const nodes: readonly (object | undefined)[] = rule.each === 'node' ? (values['nodes'] as object[]) : [undefined];
    const steps = nodes.length * (rule.condition.steps(lengths) + (rule.sentence?.steps(lengths) ?? 0));
    if (steps > left)
      return [failure(rule, `it would take too long for a plan of ${plan.nodes.length} nodes: loop over them once`)];
    left -= steps;
    const own = nodes.flatMap((value, index) =>
      applied(rule, values, value && { value, name: plan.nodes[index]?.name ?? '' }),
    );
    // a denial is never cut off
    return denialsFirst(own).slice(0, mostOfRule);
  });
  return denialsFirst(found);
};

const denialsFirst = (violations: readonly Violation[]): readonly Violation[] =>
  violations.toSorted((a, b) => Number(a.effect !== 'deny') - Number(b.effect !== 'deny'));

const lengthsOf = ({ nodes, removed, changes }: PolicyPlan): Lengths => ({
  ...{ nodes: nodes.length, removed: removed.length, changes: changes.length },
  ports: Math.max(0, ...nodes.map(({ ports }) => ports.length)),
  types: Math.max(0, ...nodes.map(({ types }) => types.length)),
});

const applied = (
  rule: CompiledRule,
  plan: { readonly [variable: string]: unknown },
  node: { readonly value: object; readonly name: string } | undefined,
): readonly Violation[] => {
  const values = node === undefined ? plan : { ...plan, node: node.value };
  const about = node === undefined ? {} : { node: node.name };
  const outcome = evaluated(rule.condition, values);
  if ('why' in outcome) return [{ ...failure(rule, outcome.why), ...about }];
  if (outcome.value !== true) return [];
  const approval = rule.approvers === undefined ? {} : { approvers: rule.approvers };
  return [{ rule: rule.id, effect: rule.effect, message: sentence(rule, values), ...approval, ...about }];
};

type Outcome = { readonly value: unknown } | { readonly why: string };

const evaluated = (expression: Expression, values: { readonly [variable: string]: unknown }): Outcome => {
  try {
    return { value: expression.evaluate(values) };
  } catch (error) {
    return { why: explained(summaryOf(error)) };
  }
};

/** The engine's word for a member that is not known. */
const explained = (summary: string): string => {
  const [, place] = /^No such key: (index out of bounds.*)/.exec(summary) ?? [];
  if (place !== undefined) return place;
  const [, member] = /^No such key: (.+)/.exec(summary) ?? [];
  return member === undefined ? summary : `${member} is not known; has(…) asks whether it is`;
};

const failure = ({ id }: PolicyRule, why: string): Violation => ({
  rule: id,
  effect: 'deny',
  message: `this rule cannot be evaluated, so it denies: ${why}`,
  failed: true,
});

/** The rule applies, whatever happens to its sentence. */
const sentence = (
  { id, message, sentence: own }: CompiledRule,
  values: { readonly [variable: string]: unknown },
): string => {
  const usual = message ?? `rule ${id} applies`;
  if (own === undefined) return usual;
  const outcome = evaluated(own, values);
  return 'value' in outcome && typeof outcome.value === 'string' ? outcome.value : usual;
};
