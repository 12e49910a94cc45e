import { ArgumentScannerError } from '@stricli/core';

/**
 * What Stricli tells of a wrong argument. Its classes are not exported and the bundle shortens their names, so that their
 * members tell them apart.
 */
interface ParsingError {
  readonly input?: string;
  readonly corrections?: readonly string[];
  /** a flag that has a value which cannot be read */
  readonly externalFlagNameOrPlaceholder?: string;
  readonly exception?: unknown;
  readonly externalFlagName?: string;
  /** of a flag that has one of these values */
  readonly values?: readonly string[];
  /** of a flag that is given twice */
  readonly previousInput?: string;
  /** of an argument that is missing */
  readonly placeholder?: string;
  /** how many arguments are allowed, where there are more */
  readonly expectedCount?: number;
}

/** A wrong argument or flag in one line: what was seen, what is allowed. */
const wrongArgument = (error: ArgumentScannerError): string => {
  const parsing = error as Error & ParsingError;
  const { input = '' } = parsing;
  const flag = parsing.externalFlagName && kebab(parsing.externalFlagName);
  if (parsing.externalFlagNameOrPlaceholder !== undefined)
    return unreadable(parsing.externalFlagNameOrPlaceholder, parsing);
  if (parsing.values !== undefined) return `--${flag} ${input}: write one of ${parsing.values.join(', ')}`;
  if (parsing.previousInput !== undefined) return `--${flag} is given twice: ${parsing.previousInput} and ${input}`;
  if (parsing.placeholder !== undefined) return `${parsing.placeholder.split(' [', 1).join()} is missing`;
  // such as --name=$NAME with a variable that is not set
  if (parsing.expectedCount !== undefined && /^--[\w-]+=$/.test(input)) return `${input} has no value`;
  if (parsing.expectedCount !== undefined)
    return `"${input}" is one argument too many: put a text with spaces in quotes`;
  if (parsing.corrections !== undefined) return `there is no flag --${input}${corrected(parsing.corrections, '--')}`;
  if (flag !== undefined) return `--${flag} needs a value`;
  return input === '' ? error.message : `there is no flag -${input}`;
};

/** `maxProviders` -> `max-providers`, as the help writes it. */
export const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const unreadable = (name: string, { exception, input = '' }: ParsingError): string => {
  const shown = name === name.toUpperCase() ? name : `--${kebab(name)}`;
  return `${shown}: ${exception instanceof Error ? exception.message : `"${input}" cannot be read`}`;
};

/** `, did you mean deploy or delete?`; empty when nothing is near. */
export const corrected = (corrections: readonly string[], before = ''): string =>
  corrections.length === 0 ? '' : `, did you mean ${corrections.map((each) => `${before}${each}`).join(' or ')}?`;

/** One fault of a call: Stricli tells each, such as each argument that is missing. */
export const wrongCall = (thrown: unknown): string =>
  `✖ ${thrown instanceof ArgumentScannerError ? wrongArgument(thrown) : `${thrown}`}`;
