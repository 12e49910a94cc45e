import type { DeadLetterList } from '../../client/types.ts';
import { confirmed } from '../changing.ts';
import { CliError } from '../cli-error.ts';
import { buildChange, buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument, printDone } from '../document.ts';
import { connectionFlags, jsonFlag } from '../flags.ts';
import { inUtc } from '../screen/moment.ts';
import { notedTable } from '../screen/noted.ts';
import { oneLine, painter } from '../screen/paint.ts';

async function list(this: CliContext, flags: ConnectionFlags & DocumentFlags): Promise<void> {
  const client = await connect(this, flags);
  const found = await client.deadLetters();
  await printDocument(this, flags, {
    document: found,
    names: found.letters.map(({ id }) => id),
    text: (columns) => linesOf(this, found, columns),
  });
}

const linesOf = (
  { screen }: CliContext,
  { letters, waiting }: DeadLetterList,
  columns: number | undefined,
): readonly string[] => {
  const total = waiting.files + waiting.events;
  if (letters.length === 0 && total === 0) return ['there are no dead letters'];
  const paint = painter(screen);
  const titles = ['ID', 'QUEUE', 'SINCE (UTC)', 'WHAT', ...(columns === undefined ? ['WHY'] : [])];
  const rows = letters.map(({ id, queue, at, what, why = '' }) => ({
    cells: [oneLine(id), queue, at === undefined ? '' : inUtc(at), oneLine(what)],
    note: oneLine(why),
  }));
  const more = total > letters.length ? [`about ${total} wait; these are the first ${letters.length}`] : [];
  return [...notedTable(titles, rows, paint, { columns, whole: [1, 2], names: [3] }), ...more];
};

interface RedriveFlags extends ConnectionFlags {
  readonly all: boolean;
  readonly json: boolean;
}

/** Sends one dead letter, or all of them, to where it was meant to go. */
async function redrive(this: CliContext, { all, ...flags }: RedriveFlags, id?: string): Promise<void> {
  if (all === (id !== undefined)) throw new CliError('calledWrongly', 'either the ID of a letter, or --all');
  const client = await connect(this, flags);
  let done = await client.changeDeadLetters({ action: 'redrive', id });
  // one request handles as many as it can in its time; what has failed once more meanwhile is not sent again and again
  const total = done.handled + done.left;
  for (let last = done; all && last.handled > 0 && last.left > 0 && done.handled < total; ) {
    last = await client.changeDeadLetters({ action: 'redrive' });
    done = { handled: done.handled + last.handled, left: last.left };
  }
  printDone(this, flags.json, done, `${done.handled} redriven, about ${done.left} are left`);
}

interface DropFlags extends ConnectionFlags {
  readonly yes: boolean;
  readonly json: boolean;
}

async function drop(this: CliContext, flags: DropFlags, id: string): Promise<void> {
  const client = await connect(this, flags);
  const { letters } = await client.deadLetters();
  const what = letters.find((one) => one.id === id)?.what ?? id;
  if (!flags.yes) await confirmed(this, `Drop ${oneLine(what)} for good? Nothing will handle it any more.`, flags);
  const done = await client.changeDeadLetters({ action: 'drop', id });
  printDone(this, flags.json, done, `dropped; about ${done.left} are left`);
}

const oneLetter = { brief: 'id of the letter', parse: String, placeholder: 'ID' } as const;

export const lettersCommand = buildCommand<ConnectionFlags & DocumentFlags, [], CliContext>({
  func: list,
  parameters: { flags: { ...documentFlags, ...connectionFlags }, aliases: documentAliases },
  docs: { brief: 'List what the service could not handle' },
});

export const redriveCommand = buildChange<RedriveFlags, [string?], CliContext>({
  func: redrive,
  parameters: {
    positional: { kind: 'tuple', parameters: [{ ...oneLetter, optional: true }] },
    flags: {
      all: { kind: 'boolean', default: false, brief: 'all letters', withNegated: false },
      ...jsonFlag,
      ...connectionFlags,
    },
  },
  docs: { brief: 'Send dead letters to where they were meant to go' },
});

export const dropCommand = buildCommand<DropFlags, [string], CliContext>({
  func: drop,
  parameters: {
    positional: { kind: 'tuple', parameters: [oneLetter] },
    flags: {
      yes: { kind: 'boolean', default: false, brief: 'do not ask', withNegated: false },
      ...jsonFlag,
      ...connectionFlags,
    },
    aliases: { y: 'yes' },
  },
  docs: { brief: 'Take a dead letter away for good' },
});
