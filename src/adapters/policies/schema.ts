import * as v from 'valibot';
import { effects } from '../../domain/policies/rule.ts';
import { judged, strict, text } from '../../foundation/shape/schemas.ts';

const id = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'expected small letters, digits and "-", 63 at most'),
);

const effect = v.pipe(
  v.string(),
  v.check(
    (value) => value !== 'approval',
    'approval is not there yet: use deny, with a message that says whom to ask, and take the rule out for what was agreed',
  ),
  v.picklist(effects, `expected one of ${effects.join(', ')}`),
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
  }),
  judged((rule, refuse) => {
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
