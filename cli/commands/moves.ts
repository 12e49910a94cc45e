import { buildCommand } from '@stricli/core';
import { CliError } from '../cli-error.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { printDone } from '../document.ts';
import { connectionFlags, jsonFlag, optionalWord } from '../flags.ts';
import { moment } from '../screen/moment.ts';
import { oneLine } from '../screen/paint.ts';

interface Flags extends ConnectionFlags {
  readonly stop: boolean;
  readonly allow: boolean;
  readonly json: boolean;
  readonly message?: string;
}

/** Shows the moves of the installation; `--stop` and `--allow` switch all of them. */
async function moves(this: CliContext, flags: Flags): Promise<void> {
  if (flags.stop ? flags.allow : flags.message !== undefined)
    throw new CliError('calledWrongly', 'either --stop, with -m, or --allow');
  const client = await connect(this, flags);
  if (flags.stop || flags.allow) await client.stopMoves({ stopped: flags.stop, reason: flags.message });
  const found = await client.moves();
  const { allowed, stopped } = found;
  const bounds = allowed
    ? `after ${allowed.afterMins} minutes without an answer, at most ${allowed.atOnce} at a time`
    : 'the operators allow no moves';
  const why = [stopped?.by.subject, stopped?.reason].filter((part) => part !== undefined).join(': ');
  const lines = [
    bounds,
    ...(stopped ? [`all are stopped since ${moment(stopped.since)} (${oneLine(why)})`] : []),
    ...found.moves.map(({ deployment, acceptedAt }) => `${deployment}  ${moment(acceptedAt)}`),
  ];
  printDone(this, flags.json, found, lines.join('\n'));
}

export const movesCommand = buildCommand<Flags, [], CliContext>({
  func: moves,
  parameters: {
    flags: {
      stop: { kind: 'boolean', default: false, brief: 'stop all', withNegated: false },
      allow: { kind: 'boolean', default: false, brief: 'allow them again', withNegated: false },
      message: optionalWord('why they are stopped, told to owners', 'TEXT'),
      ...jsonFlag,
      ...connectionFlags,
    },
    aliases: { m: 'message' },
  },
  docs: { brief: 'List the moves away from providers, or stop all' },
});
