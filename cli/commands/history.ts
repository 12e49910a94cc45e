import {
  type Attempt,
  causeLines,
  collected,
  type DeploymentView,
  eventText,
  isWorking,
  providerName,
  type Snapshot,
  type TimelineEvent,
  type Toscanini,
  ToscaniniError,
  viewOfOperation,
} from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags, jsonFlag, optionalWord } from '../flags.ts';
import { entriesSince, sinceOf } from '../log-entries.ts';
import { repeated } from '../repeated.ts';
import { notedTable, noteLines } from '../screen/noted.ts';
import { type Paint, painter } from '../screen/paint.ts';
import { wrappedFor } from '../screen/wrap.ts';
import { viewOf } from '../view-of.ts';
import { oneOrAll, printAllEvents } from './all-events.ts';

async function attempts(this: CliContext, flags: ConnectionFlags & DocumentFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  const found = await collected(client.attempts(id));
  const view = await viewOf(client, id);
  await printDocument(this, flags, {
    document: found,
    names: found.map(({ cloudProviderName }) => cloudProviderName),
    text: (columns) => attemptLines(this, found, view, columns),
    cutLines: true,
  });
}

const attemptLines = (
  { screen }: CliContext,
  found: readonly Attempt[],
  view: DeploymentView | undefined,
  columns?: number,
): readonly string[] => {
  const paint = painter(screen);
  if (found.length === 0) return noneTried(view, paint, columns);
  const row = ({ number, cloudProviderName, state, startedAt }: Attempt) => [
    `${number}`,
    providerName(cloudProviderName, view?.providers ?? []),
    paint(state === 'COMPLETE' ? 'green' : 'red', state),
    startedAt.slice(0, 19).replace('T', ' '),
  ];
  // an earlier release of the service sends no cause
  const noteOf = ({ reason = '', cause }: Attempt): string => cause ?? reason.split('\n', 1).join();
  const titles = ['#', 'PROVIDER', 'STATE', 'STARTED (UTC)', ...(columns === undefined ? ['CAUSE'] : [])];
  const rows = found.map((attempt) => ({ cells: row(attempt), note: noteOf(attempt) }));
  return notedTable(titles, rows, paint, { columns, whole: [2, 3] });
};

/** Where the operation has ended, it ended for want of a provider. */
const noneTried = (view: DeploymentView | undefined, paint: Paint, columns?: number): readonly string[] =>
  view === undefined || isWorking(view.status)
    ? ['no provider was tried yet']
    : [
        'no provider was tried',
        ...causeLines({ causes: view.cause }).flatMap((line) =>
          noteLines(line, columns).map((part) => paint('red', part)),
        ),
      ];

interface FollowFlags extends ConnectionFlags {
  readonly follow: boolean;
}

interface EventFlags extends FollowFlags {
  readonly json: boolean;
  readonly all: boolean;
  readonly group?: string;
  readonly since?: (now: Date) => Date;
}

async function events(this: CliContext, flags: EventFlags, named?: string): Promise<void> {
  const given = oneOrAll(flags.all, named);
  const client = await connect(this, flags);
  if (given === undefined) return printAllEvents(this, client, flags);
  const id = await deploymentId(client, given);
  const say = (event: TimelineEvent, view: DeploymentView | undefined, tried: readonly Attempt[] = []): void => {
    const text = eventText(event, viewOfOperation(event, view, tried));
    this.screen.write(flags.json ? `${JSON.stringify(event)}\n` : wrappedFor(this.screen, `${event.at}  ${text}\n`));
  };
  if (flags.follow)
    return whileItChanges(this, client, id, async ({ events: all, view }) => {
      for (const event of all) say(event, view);
    });
  const [view, tried] = flags.json ? [] : await Promise.all([viewOf(client, id), collected(client.attempts(id))]);
  for await (const event of client.events(id)) say(event, view, tried);
}

interface LogFlags extends FollowFlags {
  readonly since?: (now: Date) => Date;
}

/** Prints the log; with `follow` also what is added, until the deployment has ended. */
async function logs(this: CliContext, flags: LogFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  await followLog(this, client, id, undefined, flags);
}

/** From the place `from` on; absent: all of it. */
export const followLog = async (
  cli: CliContext,
  client: Toscanini,
  id: string,
  from: string | undefined,
  flags: Pick<LogFlags, 'since' | 'follow'> = { follow: true },
): Promise<void> => {
  let next = from;
  const print = async (): Promise<void> => {
    const read = await client.logAfter(id, next);
    const isFirst = next === undefined;
    // entries have the time of the service
    const present = new Date(cli.now().getTime() - client.ahead);
    const text = isFirst && flags.since ? entriesSince(read.text, flags.since(present)) : read.text;
    cli.screen.write(wrappedFor(cli.screen, text));
    next = read.next ?? next;
  };
  await print();
  if (flags.follow) await whileItChanges(cli, client, id, print);
};

/** Calls `act` at each change, until the present operation has ended or the user presses Ctrl-C. */
const whileItChanges = async (
  cli: CliContext,
  client: Toscanini,
  id: string,
  act: (snapshot: Snapshot) => Promise<void>,
): Promise<void> => {
  try {
    for await (const snapshot of client.follow(id, { signal: cli.interrupted }))
      if (snapshot.deployment) await throughOutages(cli, () => act(snapshot));
  } catch (cause) {
    if (cli.interrupted.aborted) return cli.endAs('interrupted');
    // it was deleted between two questions
    if (!(cause instanceof ToscaniniError && cause.name === 'NotFoundError')) throw cause;
  }
};

/** The service may be away just when something of the deployment has changed. */
const throughOutages = (cli: CliContext, act: () => Promise<void>) =>
  repeated(
    cli,
    async () => {
      await act();
      return 'ended';
    },
    true,
  );

const one = { kind: 'tuple', parameters: [idArgument] } as const;
const followFlag = {
  follow: {
    kind: 'boolean',
    default: false,
    brief: 'print what is added, until the deployment has ended',
    withNegated: false,
  },
} as const;

export const attemptsCommand = buildCommand<ConnectionFlags & DocumentFlags, [string], CliContext>({
  func: attempts,
  parameters: { positional: one, flags: { ...documentFlags, ...connectionFlags }, aliases: documentAliases },
  docs: { brief: briefs.attempts },
});

const sinceFlag = {
  since: {
    kind: 'parsed',
    parse: sinceOf,
    optional: true,
    brief: 'only what is newer: how long ago, such as 10m, or a time such as 2026-11-23T16:30Z',
    placeholder: 'TIME',
  },
} as const;

export const eventsCommand = buildCommand<EventFlags, [string?], CliContext>({
  func: events,
  parameters: {
    positional: { kind: 'tuple', parameters: [{ ...idArgument, optional: true }] },
    flags: {
      all: { kind: 'boolean', default: false, brief: 'of all deployments that you may see', withNegated: false },
      group: optionalWord('with --all: only those of deployments of this group', 'NAME'),
      since: { ...sinceFlag.since, brief: 'with --all: from then on, such as 10m or 2026-11-23T16:30Z; else one hour' },
      ...followFlag,
      ...jsonFlag,
      ...connectionFlags,
    },
    aliases: { f: 'follow' },
  },
  docs: { brief: briefs.events },
});

export const logsCommand = buildCommand<LogFlags, [string], CliContext>({
  func: logs,
  parameters: { positional: one, flags: { ...followFlag, ...sinceFlag, ...connectionFlags }, aliases: { f: 'follow' } },
  docs: { brief: briefs.logs },
});
