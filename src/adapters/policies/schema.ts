import * as v from 'valibot';
import { effects } from '../../domain/policies/rule.ts';
import { judged, strict, text } from '../../foundation/shape/schemas.ts';

const id = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'expected small letters, digits and "-", 63 at most'),
);

const effect = v.picklist(effects, `expected one of ${effects.join(', ')}`);

/** Names of groups. */
const approvers = v.pipe(
  v.array(v.pipe(text, v.maxLength(300, 'expected 300 characters at most'))),
  v.minLength(1, 'expected at least one group'),
  v.maxLength(10, 'expected 10 groups at most'),
);

/** The form of a rule. Its expressions are checked by `compiledRules`. */
export const ruleSchema = v.pipe(
  strict({
    id,
    effect,
    each: v.optional(v.literal('node')),
    when: text,
    message: v.optional(text),
    messageExpression: v.optional(text),
    approvers: v.optional(approvers),
  }),
  judged((rule, refuse) => {
    if (rule.effect === 'approval' && rule.approvers === undefined)
      refuse(['approvers'], 'expected the groups that may approve');
    if (rule.effect !== 'approval' && rule.approvers !== undefined)
      refuse(['approvers'], 'expected only with effect approval');
    if (rule.message !== undefined || rule.messageExpression !== undefined) return;
    refuse(['message'], 'expected a sentence for the user, or messageExpression');
  }),
);

/** Two rules of one name cannot be told apart. */
export const refuseTwice = (
  rules: readonly { readonly id: string }[],
  refuse: (path: readonly [number, string], message: string) => void,
): void => {
  rules.forEach(({ id }, index) => {
    if (rules.findIndex((other) => other.id === id) !== index) refuse([index, 'id'], `${id} is there twice`);
  });
};

export const rulesSchema = v.pipe(
  v.array(ruleSchema),
  v.maxLength(200, 'expected 200 at most'),
  judged((rules, refuse) => refuseTwice(rules, refuse)),
);
