import { type RE2JS, RE2JSException } from 're2js';
import { compiledExpressions, sizeFault } from './compiled-expressions.ts';
import { expressionSize } from './expression-size.ts';

/** Expressions of templates that RE2 does not support, the latest last: they are asked for again and again. */
const unsupported = new Set<string>();
const kept = 500;
/** most characters of an expression; a longer one is an error */
const longest = 10_000;
/** Most comparisons of an instruction with a character: a second of the slowest expression. */
const mostSteps = 20_000_000;

/**
 * Uses RE2, whose time is linear in the text for every expression: both come from users
 * (docs/contract/silent-points.md, "Regular expressions"). RE2 has no look-around and no back-references. Undefined: RE2
 * does not support the expression, or it is too large.
 */
function compile(expression: string): RE2JS | undefined {
  if (unsupported.has(expression) || expression.length > longest || !expression.isWellFormed()) return undefined;
  try {
    return compiledExpressions.get(expression);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    if (unsupported.size >= kept) unsupported.clear();
    unsupported.add(expression);
    return undefined;
  }
}

const limitFault = (expression: string): string | undefined =>
  expression.length > longest ? `it has more than ${longest} characters` : sizeFault(expression);

/** Why the text is not a regular expression; undefined when it is one, even one that RE2 does not support. */
export function patternFault(expression: string): string | undefined {
  const limit = limitFault(expression);
  if (limit !== undefined) return limit;
  if (compile(expression) !== undefined) return undefined;
  try {
    new RegExp(expression);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}

/** Whether values can be checked against the expression; RE2 cannot check look-around and back-references. */
export const isDecidable = (expression: string): boolean => compile(expression) !== undefined;

/** Whether a comparison of the text with the expression would keep the processor busy for long. */
export const isTooLong = (expression: string, text: string): boolean =>
  text.length * expressionSize(expression) > mostSteps;

/** A warning about an expression that values are not checked against; undefined: they are, or it is not an expression. */
export const patternNote = (expression: string): string | undefined =>
  isDecidable(expression) || patternFault(expression) !== undefined
    ? undefined
    : `RE2 does not support ${expression}:  values are not checked against it`;

/** Whether the expression matches the whole text (1.x); true when RE2 does not support it. */
export const matchesWhole = (expression: string, text: string): boolean => compile(expression)?.matches(text) ?? true;

/** Whether the expression matches anywhere in the text (2.0 section 10.2.2.2.7); true when RE2 does not support it. */
export const matchesPart = (expression: string, text: string): boolean =>
  compile(expression)?.matcher(text).find() ?? true;
