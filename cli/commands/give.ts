import { randomUUID } from 'node:crypto';
import { collected, type Toscanini } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildChange } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument, idsNamed, isUuid, shortId, typedId } from '../deployment-id.ts';
import { printDone } from '../document.ts';
import { connectionFlags, jsonFlag } from '../flags.ts';
import { inUtc } from '../screen/moment.ts';
import { oneLine, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

interface DoneFlags extends ConnectionFlags {
  readonly json: boolean;
}

interface GiveFlags extends DoneFlags {
  readonly anyone: boolean;
  readonly off: boolean;
  readonly ttl?: string;
}

const chosen = ({ anyone, off, ttl }: GiveFlags, to: string | undefined) => {
  if ([anyone, off, to !== undefined].filter(Boolean).length !== 1)
    throw new CliError(
      'calledWrongly',
      'name who is asked (whoami shows a subject), or --anyone of the group, or --off',
    );
  return off ? null : { ...(to !== undefined && { to }), ...(ttl !== undefined && { ttl }) };
};

async function give(this: CliContext, flags: GiveFlags, given: string, to?: string): Promise<void> {
  const transfer = chosen(flags, to);
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  await client.give(id, transfer, { idempotencyKey: randomUUID() });
  const who = to ?? 'any member of its group';
  const line =
    transfer === null
      ? `nobody is asked any more to take ${shortId(id)} over`
      : `${who} is asked to take ${shortId(id)} over: toscanini accept ${id}`;
  printDone(this, flags.json, { uuid: id, transfer }, line);
}

interface AcceptFlags extends DoneFlags {
  readonly decline: boolean;
}

/** Without a name it lists what is offered. */
async function accept(this: CliContext, flags: AcceptFlags, given?: string): Promise<void> {
  if (given === undefined && flags.decline) throw new CliError('calledWrongly', 'name what you decline');
  const client = await connect(this, flags);
  if (given === undefined) return listOffered(this, client, flags);
  const id = await offeredId(client, given);
  const answer = flags.decline ? 'decline' : 'accept';
  await client.answerTransfer(id, answer, { idempotencyKey: randomUUID() });
  const line = flags.decline ? `${shortId(id)} stays its owner's` : `${shortId(id)} is yours`;
  printDone(this, flags.json, { uuid: id, answer }, line);
}

const listOffered = async (cli: CliContext, client: Toscanini, { json }: AcceptFlags): Promise<void> => {
  const now = cli.now().getTime() - client.ahead;
  const { groups = [] } = await client.me();
  const lists = groups.map((userGroup) => collected(client.deployments({ userGroup, offered: true })));
  const found = (await Promise.all(lists)).flat();
  const offered = found.filter(({ transfer }) => transfer !== undefined && Date.parse(transfer.expiresAt) > now);
  if (json) return void cli.screen.write(`${JSON.stringify(offered)}\n`);
  if (offered.length === 0) return void cli.screen.write('nothing is offered to you\n');
  const rows = offered.map(({ uuid, name = '', createdBy, userGroup = '', transfer }) => [
    ...[shortId(uuid), oneLine(name), createdBy.subject, userGroup, inUtc(transfer?.expiresAt ?? '')],
  ]);
  const head = ['ID', 'NAME', 'OF', 'GROUP', 'UNTIL (UTC)'].map((title) => painter(cli.screen)('dim', title));
  const columns = cli.screen.live ? cli.screen.size().columns : undefined;
  const lines = table([head, ...rows], columns, [4], [1]);
  cli.screen.write(lines.map((line) => `${line}\n`).join(''));
};

/** Of what others have, only the lists of one's groups know names: the id of the one that is offered to the caller. CliError when there is none, or more. */
const offeredId = async (client: Toscanini, given: string): Promise<string> => {
  const text = typedId(given, 'give the name, the uuid, or the end of it, of what is offered to you');
  if (isUuid(text)) return text;
  const { groups = [] } = await client.me();
  const called = await Promise.all(groups.map((userGroup) => idsNamed(client, text, given, { userGroup })));
  const views = await Promise.all([...new Set(called.flat())].map((id) => client.view(id)));
  const offered = views.flatMap((one) => (one !== 'unchanged' && one.view.may.accept ? one.view.uuid : []));
  const [id, ...others] = offered;
  if (id === undefined)
    throw new CliError(
      'notFound',
      `nothing that is called ${given}, or ends with it, is offered to you: toscanini accept lists what is, toscanini show ID says to whom a deployment is`,
    );
  if (others.length === 0) return id;
  throw new CliError('calledWrongly', `${offered.length} that are offered to you are called so: ${offered.join(', ')}`);
};

/** Another than that of most commands, since what is offered is not the caller's yet. */
const offeredArgument = {
  brief: 'its name, its uuid, or the end of it; without it the command lists what is offered',
  parse: String,
  placeholder: 'ID',
  optional: true,
} as const;

const whom = { brief: 'its subject at the issuer', parse: String, placeholder: 'SUBJECT', optional: true } as const;

export const giveCommand = buildChange<GiveFlags, [string, string?], CliContext>({
  func: give,
  parameters: {
    positional: { kind: 'tuple', parameters: [idArgument, whom] },
    flags: {
      anyone: { kind: 'boolean', default: false, brief: 'ask any member of its group', withNegated: false },
      ttl: { kind: 'parsed', parse: String, optional: true, placeholder: 'SPAN', brief: 'how long, such as 2d; 1w' },
      off: { kind: 'boolean', default: false, brief: 'take the question back', withNegated: false },
      ...jsonFlag,
      ...connectionFlags,
    },
  },
  docs: { brief: briefs.give },
});

export const acceptCommand = buildChange<AcceptFlags, [string?], CliContext>({
  func: accept,
  parameters: {
    positional: { kind: 'tuple', parameters: [offeredArgument] },
    flags: {
      decline: { kind: 'boolean', default: false, brief: 'leave it to its owner', withNegated: false },
      ...jsonFlag,
      ...connectionFlags,
    },
  },
  docs: { brief: briefs.accept },
});
