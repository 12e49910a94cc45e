import { load } from 'js-yaml';
import * as v from 'valibot';
import type { PolicyRule } from '../../domain/policies/rule.ts';
import { examine } from '../../foundation/shape/examine.ts';
import { strict } from '../../foundation/shape/schemas.ts';
import { type Case, caseSchema } from './cases.ts';
import { compiledRules } from './compile.ts';
import { rulesSchema } from './schema.ts';

/** A file of rules, with the cases that show what they do. */
export interface PolicyFile {
  readonly rules: readonly PolicyRule[];
  readonly cases: readonly Case[];
}

const fileSchema = strict({ rules: rulesSchema, cases: v.optional(v.array(caseSchema), []) });

/** The file, or everything that is wrong with it: one line each, with its place. */
export const readPolicyFile = (text: string): PolicyFile | { readonly mistakes: readonly string[] } => {
  let loaded: unknown;
  try {
    loaded = load(text);
  } catch (error) {
    return { mistakes: [error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)] };
  }
  const examined = examine(fileSchema, loaded);
  if (!examined.ok) return { mistakes: examined.mistakes.map(({ path, message }) => `${path.join('.')}: ${message}`) };
  const { rules, cases } = examined.value;
  const mistakes = faultsOf(rules);
  return mistakes.length > 0 ? { mistakes } : { rules, cases };
};

/** Expressions that do not fit their plan, one line each. */
export const faultsOf = (rules: readonly PolicyRule[]): readonly string[] =>
  compiledRules(rules).faults.map(({ rule, member, message }) => `rules.${rule}.${member}: ${message}`);
