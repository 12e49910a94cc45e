import { RE2JS, RE2JSException } from 're2js';

/** Compiled expressions of this process, newest last; undefined: RE2 does not support the expression. */
const compiled = new Map<string, RE2JS | undefined>();
const kept = 500;
/** most characters of an expression; a longer one is an error */
const longest = 10_000;

/**
 * Uses RE2, whose time is linear in the text for every expression: both come from users
 * (docs/contract/silent-points.md, "Regular expressions"). RE2 has no look-around and no back-references.
 */
function compile(expression: string): RE2JS | undefined {
  if (compiled.has(expression)) return compiled.get(expression);
  const made = tryCompile(expression);
  if (compiled.size >= kept) compiled.delete(compiled.keys().next().value ?? '');
  compiled.set(expression, made);
  return made;
}

function tryCompile(expression: string): RE2JS | undefined {
  if (expression.length > longest || !expression.isWellFormed()) return undefined;
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** Why the text is not a regular expression; undefined when it is one, even one that RE2 does not support. */
export function patternFault(expression: string): string | undefined {
  if (compile(expression) !== undefined) return undefined;
  if (expression.length > longest) return `it has more than ${longest} characters`;
  try {
    new RegExp(expression);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}

/** Whether values can be checked against the expression; RE2 cannot check look-around and back-references. */
export const isDecidable = (expression: string): boolean => compile(expression) !== undefined;

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
