import { type BaseArgs, buildCommand as build, type Command, type CommandBuilderArguments } from '@stricli/core';
import type { CliContext } from './context.ts';
import { usageOf } from './usage.ts';

/** Stricli's, with our usage. */
export const buildCommand = <
  const Flags extends Readonly<Partial<Record<keyof Flags, unknown>>>,
  const Args extends BaseArgs,
  const Context extends CliContext,
>(
  given: CommandBuilderArguments<Flags, Args, Context>,
): Command<Context> => {
  const usage = usageOf(build<Flags, Args, Context>(given).parameters);
  // it writes a blank behind the name of a command that is called with nothing
  if (usage === '') return build<Flags, Args, Context>(given);
  const command = build<Flags, Args, Context>({ ...given, docs: { ...given.docs, customUsage: [usage] } });
  return { ...command, formatUsageLine: ({ prefix }) => [...prefix, usage].join(' ') };
};

/** Any command that changes something at the service takes `--yes`: a script says it to each, also to those that ask nothing. */
const unasked = {
  yes: { kind: 'boolean', default: false, brief: 'do not ask, which this command never does', withNegated: false },
} as const;

/** The same for a change that asks nothing. */
export const buildChange = <
  const Flags extends Readonly<Partial<Record<keyof Flags, unknown>>>,
  const Args extends BaseArgs,
  const Context extends CliContext,
>(
  given: CommandBuilderArguments<Flags, Args, Context>,
): Command<Context> => {
  const { flags = {}, aliases = {} } = build<Flags, Args, Context>(given).parameters;
  const parameters = { ...given.parameters, flags: { ...flags, ...unasked }, aliases: { ...aliases, y: 'yes' } };
  // the types of its flags do not have this one, since it reads it nowhere
  return buildCommand<Flags, Args, Context>({ ...given, parameters } as typeof given);
};
