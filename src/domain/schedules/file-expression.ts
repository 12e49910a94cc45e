import { RE2JS, RE2JSException } from 're2js';
import { compiledExpressions, sizeFault } from '../../tosca/values/compiled-expressions.ts';
import { type File, textOf } from './schedule.ts';

/** Most characters of an expression: more than the longest key that S3 accepts. */
const longest = 2048;

/** What is wrong with a file expression; undefined: nothing is. */
export const fileExpressionFault = (expression: string): string | undefined => {
  if (expression.length > longest) return `has ${expression.length} characters; at most ${longest} are allowed`;
  if (!expression.isWellFormed()) return 'holds half a character (a lone surrogate)';
  const tooLarge = sizeFault(expression);
  if (tooLarge !== undefined) return tooLarge;
  try {
    compile(expression);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `is not a regular expression of RE2 (github.com/google/re2/wiki/Syntax): ${error.message}`;
  }
};

/**
 * Whether the expression matches all of `scope:name`. The time is linear in the length of the name, for every expression. `.`
 * matches a line break too, since a name may have one. An expression that an earlier release accepted, and that is too
 * large, matches nothing.
 */
export const matchesFile = (expression: string, file: File): boolean =>
  compile(expression)?.matches(textOf(file)) ?? false;

/** Undefined: it is too large. */
export const compiledExpression = (expression: string): RE2JS | undefined => compile(expression);

const compile = (expression: string): RE2JS | undefined => compiledExpressions.get(expression, RE2JS.DOTALL);
