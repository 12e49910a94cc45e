import type { Command } from '@stricli/core';
import type { CliContext } from './context.ts';
import { kebab } from './wrong-call.ts';

type Parameters = Command<CliContext>['parameters'];

/**
 * How a command is called, without what the table of its flags says: `ID [N]`, `FILE...`, `FILE --files EXPRESSION`. The help, the
 * manual page and, by a test, docs/cli.md have it; Stricli's own would leave out every optional argument.
 */
export const usageOf = ({ positional, flags = {} }: Parameters): string =>
  [...argumentsIn(positional), ...Object.entries(flags).flatMap(requiredFlag)].join(' ');

const argumentsIn = (positional: Parameters['positional']): readonly string[] => {
  if (positional === undefined) return [];
  if (positional.kind === 'array') return [`${positional.parameter.placeholder ?? 'ARGUMENT'}...`];
  return positional.parameters.map(({ placeholder = 'ARGUMENT', optional }) =>
    optional === true ? `[${placeholder}]` : placeholder,
  );
};

const requiredFlag = ([name, flag]: [string, NonNullable<Parameters['flags']>[string]]): readonly string[] => {
  const hasDefault = 'default' in flag && flag.default !== undefined;
  if (flag.kind === 'boolean' || flag.kind === 'counter' || flag.optional === true || hasDefault) return [];
  return [`--${kebab(name)} ${flag.placeholder ?? kebab(name).toUpperCase()}`];
};
