import { type MoveList, type Toscanini, ToscaniniError } from '../../client/index.ts';
import { CliError } from '../cli-error.ts';
import { buildChange } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags, optionalWord } from '../flags.ts';
import { inUtc, moment } from '../screen/moment.ts';
import { oneLine, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { viewOf } from '../view-of.ts';

interface Flags extends ConnectionFlags, DocumentFlags {
  readonly stop: boolean;
  readonly allow: boolean;
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
  const lines = [bounds, ...(stopped ? [`all are stopped since ${moment(stopped.since)} (${oneLine(why)})`] : [])];
  const isListed = !flags.json && (flags.output === undefined || flags.output === 'wide');
  const rows = isListed ? await Promise.all(found.moves.map((move) => rowOf(client, move))) : [];
  const head = ['ID', 'NAME', 'STATUS', 'FROM', 'TO', 'ACCEPTED (UTC)'].map((title) =>
    painter(this.screen)('dim', title),
  );
  await printDocument(this, flags, {
    document: found,
    names: found.moves.map(({ deployment }) => deployment),
    text: (columns) => [...lines, ...(rows.length === 0 ? [] : ['', ...table([head, ...rows], columns, [2, 5], [1])])],
  });
}

type Move = MoveList['moves'][number];

/** The list has ids alone: what it is called, and where it goes, the deployment says. */
const rowOf = async (client: Toscanini, { deployment, operation, acceptedAt }: Move): Promise<readonly string[]> => {
  const view = await viewIfThere(client, deployment);
  const isLast = view?.operation.id === operation;
  const from = (isLast ? view?.operation.moves?.from : undefined) ?? view?.remains?.provider;
  const to = view?.provider?.id === from?.id ? undefined : view?.provider?.name;
  const texts = [view?.name ?? '', view?.status ?? 'gone', from?.name ?? '', to ?? ''];
  return [shortId(deployment), ...texts.map(oneLine), inUtc(acceptedAt)];
};

/** undefined: it is deleted since. */
const viewIfThere = async (client: Toscanini, id: string) => {
  try {
    return await viewOf(client, id);
  } catch (error) {
    if (!(error instanceof ToscaniniError && error.name === 'NotFoundError')) throw error;
    return undefined;
  }
};

export const movesCommand = buildChange<Flags, [], CliContext>({
  func: moves,
  parameters: {
    flags: {
      stop: { kind: 'boolean', default: false, brief: 'stop all', withNegated: false },
      allow: { kind: 'boolean', default: false, brief: 'allow them again', withNegated: false },
      message: optionalWord('why they are stopped, told to owners', 'TEXT'),
      ...documentFlags,
      ...connectionFlags,
    },
    aliases: { ...documentAliases, m: 'message' },
  },
  docs: { brief: 'List the moves away from providers, or stop all' },
});
