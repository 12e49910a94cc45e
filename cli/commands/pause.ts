import type { PauseState } from '../../client/types.ts';
import { buildChange } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { printDone } from '../document.ts';
import { connectionFlags, jsonFlag, optionalWord } from '../flags.ts';
import { moment } from '../screen/moment.ts';
import { oneLine } from '../screen/paint.ts';

interface Flags extends ConnectionFlags {
  readonly json: boolean;
}

interface PauseFlags extends Flags {
  readonly message?: string;
}

const textOf = ({ paused, since, by, reason = '' }: PauseState): string => {
  if (!paused) return 'the installation is not paused';
  const begun = since === undefined ? '' : ` since ${moment(since)}`;
  return `paused${begun}${by === undefined ? '' : ` by ${by.subject}`}: ${oneLine(reason)}`;
};

/** Pauses the installation with `-m`, or says whether it is paused. */
async function pause(this: CliContext, { message, ...flags }: PauseFlags): Promise<void> {
  const client = await connect(this, flags);
  if (message !== undefined) await client.setPause({ paused: true, reason: message });
  const found = await client.pause();
  printDone(this, flags.json, found, textOf(found));
}

async function resume(this: CliContext, flags: Flags): Promise<void> {
  const client = await connect(this, flags);
  await client.setPause({ paused: false });
  const found = await client.pause();
  printDone(this, flags.json, found, textOf(found));
}

export const pauseCommand = buildChange<PauseFlags, [], CliContext>({
  func: pause,
  parameters: {
    flags: {
      message: optionalWord('why, told to everybody; without it nothing is paused', 'TEXT'),
      ...jsonFlag,
      ...connectionFlags,
    },
    aliases: { m: 'message' },
  },
  docs: { brief: 'Let nothing new begin, or say whether that is so' },
});

export const resumeCommand = buildChange<Flags, [], CliContext>({
  func: resume,
  parameters: { flags: { ...jsonFlag, ...connectionFlags } },
  docs: { brief: 'End the pause of the installation' },
});
