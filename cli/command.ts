import { type BaseArgs, buildCommand as build, type Command, type CommandBuilderArguments } from '@stricli/core';
import type { CliContext } from './context.ts';
import { usageOf } from './usage.ts';

/** As Stricli's own is called. */
type Builder = <
  const Flags extends Readonly<Partial<Record<keyof Flags, unknown>>>,
  const Args extends BaseArgs,
  const Context extends CliContext,
>(
  given: CommandBuilderArguments<Flags, Args, Context>,
) => Command<Context>;

/** A command made by Stricli, with our usage. */
export const buildCommand: Builder = (given) => {
  const plain = build(given);
  const usage = usageOf(plain.parameters);
  // Stricli writes a blank behind the name of a command whose usage is empty
  if (usage === '') return plain;
  const command = build({ ...given, docs: { ...given.docs, customUsage: [usage] } });
  return { ...command, formatUsageLine: ({ prefix }) => [...prefix, usage].join(' ') };
};

const yes = {
  kind: 'boolean',
  default: false,
  brief: 'do not ask, which this command never does',
  withNegated: false,
} as const;

/**
 * A command that changes something at the service and asks nothing. It takes `--yes` all the same: a script may say that to
 * every change.
 */
export const buildChange: Builder = (given) => {
  const { flags = {}, aliases = {} } = build(given).parameters;
  const parameters = { ...given.parameters, flags: { ...flags, yes }, aliases: { ...aliases, y: 'yes' } };
  // the command does not read this flag, so its type does not have it
  return buildCommand({ ...given, parameters } as typeof given);
};
