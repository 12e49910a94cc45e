import { Script } from 'node:vm';

/** Time one match may take, in milliseconds: expressions come from users, and some never end. */
const patience = 100;

/** What is wrong with a regular expression; undefined when nothing is. */
export function patternFault(expression: string): string | undefined {
  try {
    new RegExp(expression);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}

/**
 * Whether the expression matches the whole text. An expression that backtracks for ever is stopped, and counts as no
 * match.
 */
export function matchesWhole(expression: string, text: string): boolean {
  const whole = `^(?:${expression})$`;
  // without a repetition inside a group, or one after another, there is nothing to backtrack into
  if (!/[*+}].*[*+{]/.test(expression)) return new RegExp(whole).test(text);
  try {
    const script = new Script(`new RegExp(${JSON.stringify(whole)}).test(${JSON.stringify(text)})`);
    return script.runInThisContext({ timeout: patience }) === true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}
