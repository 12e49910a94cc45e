/** The conditions of a statement, with the operators that IAM documents for texts, ARNs, booleans and absent keys. */

import { unsupported } from '../protocol/refusal.ts';
import { type Conditions, type Context, contextValues, isLike, listOf, withVariables } from './policy.ts';

/** Whether one value of the request fits one value of the policy. */
type Test = (wanted: string, given: string) => boolean;

const tests: { readonly [operator: string]: Test } = {
  StringEquals: (wanted, given) => wanted === given,
  StringEqualsIgnoreCase: (wanted, given) => wanted.toLowerCase() === given.toLowerCase(),
  StringLike: isLike,
  ArnEquals: isLike,
  ArnLike: isLike,
  Bool: (wanted, given) => wanted.toLowerCase() === given.toLowerCase(),
};

/** `ForAllValues:StringNotLikeIfExists` in its parts. */
interface Operator {
  readonly of: 'ForAllValues' | 'ForAnyValue' | undefined;
  readonly test: Test;
  readonly isNegated: boolean;
  readonly ifExists: boolean;
}

const operatorOf = (name: string): Operator => {
  const [, of, base = '', ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(.+?)(IfExists)?$/.exec(name) ?? [];
  const isNegated = /^(String|Arn)Not/.test(base);
  const test = tests[isNegated ? base.replace('Not', '') : base];
  if (test === undefined) throw unsupported(`the operator ${name} of a condition`);
  return { of: of as Operator['of'], test, isNegated, ifExists: ifExists !== undefined };
};

/** Every key of every operator has to hold; one of its values is enough, and of a negated operator none may fit. */
export const hold = (conditions: Conditions, context: Context): boolean =>
  Object.entries(conditions).every(([name, keys]) =>
    Object.entries(keys).every(([key, wanted]) =>
      name === 'Null'
        ? listOf(wanted).some((one) => (one === 'true') === (contextValues(context, key) === undefined))
        : holds(operatorOf(name), listOf(wanted), contextValues(context, key), context),
    ),
  );

const holds = (
  { of, test, isNegated, ifExists }: Operator,
  wanted: readonly string[],
  given: readonly string[] | undefined,
  context: Context,
): boolean => {
  const fits = (value: string): boolean =>
    isNegated !==
    wanted.some((one) => {
      const pattern = withVariables(one, context);
      return pattern !== undefined && test(pattern, value);
    });
  if (of === 'ForAllValues') return (given ?? []).every(fits);
  if (of === 'ForAnyValue') return (given ?? []).some(fits);
  // a key that the request does not have fits no operator but a negated one
  if (given === undefined) return isNegated || ifExists;
  return isNegated ? given.every(fits) : given.some(fits);
};
