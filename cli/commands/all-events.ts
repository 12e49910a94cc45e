import { eventSubject, type StreamEvent, streamCauses, streamReader, type Toscanini } from '../../client/index.ts';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { repeated } from '../repeated.ts';
import { cutMiddle, oneLine } from '../screen/paint.ts';
import { wrappedFor } from '../screen/wrap.ts';

interface Flags {
  readonly follow: boolean;
  readonly json: boolean;
  readonly group?: string;
  readonly since?: (now: Date) => Date;
}

/** Without `--since`, in milliseconds. */
const usualSpan = 3_600_000;

/** Prints what happened to all deployments and schedules, oldest first; with `follow` also what is added, until the user presses Ctrl-C. */
export const printAllEvents = async (cli: CliContext, client: Toscanini, flags: Flags): Promise<void> => {
  await client.me(); // its answer tells how far the own clock is ahead
  const present = new Date(cli.now().getTime() - client.ahead);
  const from = flags.since?.(present) ?? new Date(present.getTime() - usualSpan);
  const next = streamReader(client, from, { userGroup: flags.group, schedules: true, installation: true });
  const say = async (): Promise<'more'> => {
    const textOf = streamCauses(client);
    for (const event of await next())
      cli.screen.write(
        `${flags.json ? JSON.stringify(event) : wrappedFor(cli.screen, lineOf(cli, event, await textOf(event)))}\n`,
      );
    return 'more';
  };
  if (!flags.follow) return void (await say());
  await repeated(cli, say);
  cli.endAs('interrupted');
};

/** On a terminal, what a long name is cut to: what happened is what is looked for. */
const widestName = 32;

const lineOf = ({ screen }: CliContext, event: StreamEvent, text: string): string => {
  const { at, kind } = event;
  const { uuid, name } = eventSubject(event);
  const short = uuid === '' ? '' : ` (${uuid.slice(-8)})`;
  const whose =
    name === undefined ? uuid : `${screen.live ? cutMiddle(oneLine(name), widestName) : oneLine(name)}${short}`;
  return [at, whose, kind, oneLine(text)].join('  ');
};

/** The deployment that is named, or undefined for all of them. */
export const oneOrAll = (all: boolean, given: string | undefined): string | undefined => {
  if (all !== (given === undefined))
    throw new CliError('calledWrongly', 'name one deployment, or write --all for the events of all of them');
  return given;
};
