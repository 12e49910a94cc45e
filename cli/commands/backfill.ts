import { type Backfill, type BackfillRequest, collected, type Toscanini } from '../../client/index.ts';
import { accepted } from '../accepted.ts';
import { CliError } from '../cli-error.ts';
import { buildChange, buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { isUuid } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags, jsonFlag, textFlag } from '../flags.ts';
import { repeated } from '../repeated.ts';
import { scheduleId } from '../schedule-id.ts';

interface Flags extends ConnectionFlags {
  readonly json: boolean;
  readonly prefix: string;
  readonly bucket?: string;
  readonly after?: string;
  readonly dryRun: boolean;
  readonly detach: boolean;
}

const stateInWords = ({ status, statusReason = '', progress }: Backfill): string => {
  const { files, matching, started } = progress;
  return [`${status}: ${files} files, ${matching} match, ${started} started`, statusReason].filter(Boolean).join(': ');
};

async function backfill(this: CliContext, flags: Flags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await scheduleId(client, given);
  const { prefix, bucket: scope, after } = flags;
  const request = { prefix, ...(scope && { scope }), ...(after && { after }) };
  if (flags.dryRun) return count(this, client, flags, { id, request });
  const made = await accepted(client.startBackfill(id, request), `schedules backfills ${given}`);
  const say = (seen: Backfill): void =>
    this.screen.write(flags.json ? `${JSON.stringify(seen)}\n` : `${seen.uuid}  ${stateInWords(seen)}\n`);
  say(made);
  if (flags.detach) return;
  const ended = await follow(this, client, { id, made, say });
  if (ended === undefined) return this.endAs('interrupted');
  if (ended.status !== 'COMPLETE') this.endAs('failed');
}

/** Until it has ended; undefined: the user does not want to wait, and it goes on. */
const follow = async (
  cli: CliContext,
  client: Toscanini,
  { id, made, say }: { readonly id: string; readonly made: Backfill; readonly say: (seen: Backfill) => void },
): Promise<Backfill | undefined> => {
  let seen = made;
  const how = await repeated(cli, async () => {
    const next = await client.backfill(id, seen.uuid);
    if (stateInWords(next) !== stateInWords(seen)) say(next);
    seen = next;
    return seen.status === 'RUNNING' ? 'more' : 'ended';
  });
  return how === 'ended' ? seen : undefined;
};

/** Says after each request how far the count is: there may be millions of files. */
const count = async (
  cli: CliContext,
  client: Toscanini,
  { json }: Pick<Flags, 'json'>,
  { id, request }: { readonly id: string; readonly request: BackfillRequest },
): Promise<void> => {
  for await (const seen of client.countBackfill(id, request)) {
    const more = seen.complete ? '' : ', and there are more';
    const line = `${seen.files} files in ${seen.scope}, ${seen.matching} match${more}`;
    cli.screen.write(json ? `${JSON.stringify(seen)}\n` : `${line}\n`);
  }
};

async function list(this: CliContext, flags: ConnectionFlags & DocumentFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await scheduleId(client, given);
  const found = await collected(client.backfills(id));
  await printDocument(this, flags, {
    document: found,
    names: found.map(({ uuid }) => uuid),
    text: () =>
      found.length === 0
        ? ['the schedule was never applied to files that were already there']
        : found.map((one) => `${one.uuid}  ${one.scope}:${one.prefix}*  ${stateInWords(one)}`),
  });
}

async function stop(this: CliContext, flags: ConnectionFlags, given: string, backfill: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await scheduleId(client, given);
  if (!isUuid(backfill))
    throw new CliError(
      'notFound',
      `there is no backfill ${backfill}: toscanini schedules backfills ${given} has the ids`,
    );
  await client.stopBackfill(id, backfill);
  this.screen.write(`${backfill} is stopped; what it has started goes on\n`);
}

const schedule = { brief: 'name of a schedule, its uuid, or the end of it', parse: String, placeholder: 'ID' };
const flag = (brief: string) => ({ kind: 'boolean', default: false, brief, withNegated: false }) as const;

/** Subcommands of `schedules`. */
export const backfillCommands = {
  backfill: buildChange<Flags, [string], CliContext>({
    func: backfill,
    parameters: {
      positional: { kind: 'tuple', parameters: [schedule] },
      flags: {
        prefix: textFlag('what the names of the files begin with; "" means all files', 'TEXT'),
        bucket: { ...textFlag('where they are, if the schedule can match several', 'NAME'), optional: true },
        after: { ...textFlag('leaves out names up to this one', 'NAME'), optional: true },
        dryRun: flag('only counts the files'),
        detach: flag('does not wait for the end'),
        ...jsonFlag,
        ...connectionFlags,
      },
    },
    docs: { brief: 'Apply a schedule to the files that are already there' },
  }),
  backfills: buildCommand<ConnectionFlags & DocumentFlags, [string], CliContext>({
    func: list,
    parameters: {
      positional: { kind: 'tuple', parameters: [schedule] },
      flags: { ...documentFlags, ...connectionFlags },
      aliases: documentAliases,
    },
    docs: { brief: 'List the backfills of a schedule, and how far they are' },
  }),
  stop: buildChange<ConnectionFlags, [string, string], CliContext>({
    func: stop,
    parameters: {
      positional: {
        kind: 'tuple',
        parameters: [schedule, { brief: 'uuid of a backfill', parse: String, placeholder: 'BACKFILL' }],
      },
      flags: connectionFlags,
    },
    docs: { brief: 'Stop a backfill; what it has started goes on' },
  }),
};
