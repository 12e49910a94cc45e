import { causeLines, type Deployment, type DeploymentItem, driftLine } from '../../client/index.ts';
import { withoutSecrets } from '../../src/tosca/secrets/values.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags, count, creator, optionalWord } from '../flags.ts';
import { inUtc } from '../screen/moment.ts';
import { noteLines } from '../screen/noted.ts';
import { cutMiddle, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { followList } from './follow-list.ts';
import { labelsLine } from './label.ts';

type Status = Deployment['status'];

interface Flags extends ConnectionFlags, DocumentFlags {
  readonly mine: boolean;
  readonly group?: string;
  readonly by?: string;
  readonly name?: string;
  readonly search?: string;
  readonly label?: readonly string[];
  readonly state?: readonly (readonly Status[])[];
  readonly limit?: number;
  readonly quiet: boolean;
  readonly watch: boolean;
}

const states: { readonly [state: string]: readonly Status[] } = {
  working: ['CREATE_IN_PROGRESS', 'UPDATE_IN_PROGRESS', 'DELETE_IN_PROGRESS'],
  complete: ['CREATE_COMPLETE', 'UPDATE_COMPLETE'],
  failed: ['CREATE_FAILED', 'UPDATE_FAILED', 'DELETE_FAILED'],
  // the service keeps their records for some time, and lists them only without other statuses
  deleted: ['DELETE_COMPLETE'],
};

/** `failed` is CREATE_FAILED, UPDATE_FAILED and DELETE_FAILED; a status is itself. SyntaxError for another word. */
const statusesOf = (text: string): readonly Status[] => {
  const found = Object.hasOwn(states, text.toLowerCase()) ? states[text.toLowerCase()] : undefined;
  const one = Object.values(states)
    .flat()
    .find((status) => status === text.toUpperCase());
  if (found !== undefined || one !== undefined) return found ?? [one].flatMap((status) => status ?? []);
  throw new SyntaxError(
    `${text} is no state: write working, complete, failed, deleted, or a status such as CREATE_FAILED`,
  );
};

/** Without `--limit`, for people: a program gets all. */
const usualLimit = 50;

interface Selected {
  readonly found: readonly DeploymentItem[];
  readonly hasMore: boolean;
}

const selected = async (deployments: AsyncIterable<DeploymentItem>, limit: number): Promise<Selected> => {
  const found: DeploymentItem[] = [];
  for await (const deployment of deployments) {
    if (found.length === limit) return { found, hasMore: true };
    found.push(deployment);
  }
  return { found, hasMore: false };
};

const colours = { COMPLETE: 'green', FAILED: 'red', IN_PROGRESS: 'yellow' } as const;

const styleOf = (status: string): 'green' | 'red' | 'yellow' | 'dim' =>
  Object.entries(colours).find(([ending]) => status.endsWith(ending))?.[1] ?? 'dim';

async function list(this: CliContext, flags: Flags): Promise<void> {
  const printed = printedAs(flags);
  const client = await connect(this, flags);
  const { group: userGroup, mine, by, name, search: q, label, state } = flags;
  const filter = {
    userGroup,
    name,
    q,
    label,
    createdBy: mine ? 'me' : by,
    status: state?.flat(),
    drift: true as const,
    cost: true as const,
  };
  const isWhole = !flags.watch && (flags.json || flags.output === 'json' || flags.output === 'yaml');
  const limit = flags.limit ?? (isWhole ? Number.POSITIVE_INFINITY : usualLimit);
  const read = (onRepeat?: (error: Error) => void) =>
    selected(client.deployments(filter, onRepeat && { onRepeat }), limit);
  if (flags.watch)
    return followList(this, {
      read: async (onLost) => (await read(onLost)).found,
      table: (all) => linesOf(this, all, flags, this.screen.size().columns),
      ...inPipe(flags),
    });
  const { found, hasMore } = await read();
  const isForPeople = !isWhole && printed.output !== 'name';
  const groups = found.length === 0 && isForPeople && !isFiltered(flags) ? ((await client.me()).groups ?? []) : [];
  await printDocument(this, printed, {
    document: found.map(withoutSecretOutputs),
    names: found.map(({ uuid }) => uuid),
    text: (columns) => [...linesOf(this, found, flags, columns), ...groups.map(ofGroup)],
    cutLines: true,
  });
  // not on the output, which a script may read
  if (hasMore && flags.limit === undefined)
    this.process.stderr.write(`only the newest ${usualLimit} are shown: --limit 1000 shows more\n`);
}

/** The list without a group has only one's own. */
const ofGroup = (group: string): string => `toscanini ls --group ${group} lists those of your group`;

const isFiltered = ({ mine, group, by, name, search, label, state }: Flags): boolean =>
  mine || [group, by, name, search, label, state].some((filter) => filter !== undefined);

/** A list ends up in logs of pipelines: `output` prints the secrets of one deployment. */
const withoutSecretOutputs = (item: DeploymentItem): DeploymentItem => ({
  ...item,
  outputs: withoutSecrets(item.outputs) as DeploymentItem['outputs'],
});

/** `-q` is `-o name` in short. */
const printedAs = (flags: Flags): DocumentFlags => {
  const { json, output = 'name', quiet } = flags;
  if (!quiet) return flags;
  if (!json && output === 'name') return { json, output };
  throw new CliError('calledWrongly', `--quiet and ${json ? '--json' : `--output ${output}`}: name one of them`);
};

/** A deployment in a pipe: its JSON with `--json`, its id with `-q`; those two say nothing of what leaves the list. */
const inPipe = ({ json, output, quiet }: Flags) => {
  const lineOf = ({ uuid, status, name = '' }: DeploymentItem): string => `${uuid}  ${status}  ${name}`.trimEnd();
  if (quiet || output === 'name') return { line: ({ uuid }: DeploymentItem) => uuid, gone: () => undefined };
  if (json || output === 'json')
    return { line: (one: DeploymentItem) => JSON.stringify(withoutSecretOutputs(one)), gone: () => undefined };
  return { line: lineOf, gone: ({ uuid }: DeploymentItem) => `${uuid}  no longer in the list` };
};

/** Columns for which a narrow screen has no room: the group below 100, and the time below 72. `-o wide` has all. */
const leftOut = (columns = 100): readonly number[] => [...(columns < 72 ? [3] : []), ...(columns < 100 ? [5] : [])];

/** The status and the time are never cut. */
const wholeColumns = (columns = 100): readonly number[] => (columns < 72 ? [2] : [2, 3]);

/** Of a name, in the table. */
const longestName = 28;

type Noted = {
  readonly [Name in 'causes' | 'statusReason' | 'drift']?: DeploymentItem[Name] | undefined;
};

/** What is wrong with it, a line for each. */
const notesOf = ({ drift, ...failed }: Noted): readonly string[] =>
  [...causeLines(failed), driftLine(drift)].filter((line) => line !== undefined);

/** The same below its row. A narrow screen has room for the last cause, which is that of the provider in the row, and counts the others. */
const notesBelow = (item: DeploymentItem, columns: number): readonly string[] => {
  const causes = causeLines(item);
  const others = causes.length - 1;
  const isShort = columns < 100 && others > 0;
  const shown = isShort ? notesOf(item).slice(others) : notesOf(item);
  const lines = shown.map((line) => noteLines(line, columns, 2));
  const rest = isShort ? [`    and ${others} more: toscanini show ${item.uuid.slice(-8)}`] : [];
  return lines.flatMap((some, at) => [...some, ...(at === 0 ? rest : [])]);
};

const linesOf = (
  cli: CliContext,
  found: readonly DeploymentItem[],
  flags: Flags,
  columns?: number,
): readonly string[] => {
  if (found.length === 0)
    return [
      isFiltered(flags) ? 'no deployment is like that' : 'you have no deployments; toscanini deploy FILE makes one',
    ];
  const wide = flags.output === 'wide';
  const paint = painter(cli.screen);
  const rows = found.map(
    ({
      uuid,
      name = '',
      status,
      creationTime,
      userGroup = '',
      cloudProviderName = '',
      providerName = cloudProviderName,
      causes,
      statusReason,
      drift,
      labels = {},
      cost,
    }) => [
      paint('bold', wide ? uuid : shortId(uuid)),
      wide ? name : cutMiddle(name, longestName),
      paint(styleOf(status), status),
      inUtc(creationTime),
      providerName,
      userGroup,
      ...(wide ? [labelsLine(labels), cost ? `${cost.monthly}${cost.partial ? '+' : ''}` : ''] : []),
      columns === undefined ? notesOf({ causes, statusReason, drift }).join('; ') : '',
    ],
  );
  const titles = [
    'ID',
    'NAME',
    'STATUS',
    'CREATED (UTC)',
    'PROVIDER',
    'GROUP',
    ...(wide ? ['LABELS', 'USD A MONTH'] : []),
    '',
  ];
  const head = titles.map((text) => paint('dim', text));
  const kept = ([head, ...rows] as const).map((row) => row.filter((_, at) => !leftOut(columns).includes(at)));
  const [first = '', ...lines] = table(kept, columns, wholeColumns(columns), [1]);
  // on a terminal there is no room beside it
  const below = (at: number): readonly string[] => {
    const item = found[at];
    if (item === undefined || columns === undefined) return [];
    return notesBelow(item, columns).map((line) => paint('dim', line));
  };
  return [first, ...lines.flatMap((line, at) => [line, ...below(at)])];
};

export const listCommand = buildCommand<Flags, [], CliContext>({
  func: list,
  parameters: {
    flags: {
      mine: { kind: 'boolean', default: false, brief: 'only those that you made', withNegated: false },
      group: optionalWord('only those of this group', 'NAME'),
      by: { ...optionalWord('only those that this user made: me, or SUBJECT@ISSUER', 'NAME'), parse: creator },
      name: optionalWord('only those that are called exactly so', 'NAME'),
      search: optionalWord('only those with this in name, id, group, creator, a node, an address or an output', 'TEXT'),
      label: {
        ...optionalWord('only those with this label; given twice: with both', 'NAME=VALUE'),
        variadic: true,
      },
      state: {
        kind: 'parsed',
        parse: statusesOf,
        variadic: ',',
        optional: true,
        brief: 'only these: working, complete, failed, deleted, or a status',
        placeholder: 'STATE,…',
      },
      limit: {
        kind: 'parsed',
        parse: count,
        optional: true,
        brief: `at most so many, newest first; default: ${usualLimit}, or all for --json`,
        placeholder: 'N',
      },
      quiet: { kind: 'boolean', default: false, brief: 'print only the ids', withNegated: false },
      watch: { kind: 'boolean', default: false, brief: 'go on with every change, until Ctrl-C', withNegated: false },
      ...documentFlags,
      ...connectionFlags,
    },
    aliases: { ...documentAliases, m: 'mine', n: 'limit', q: 'quiet', w: 'watch' },
  },
  docs: { brief: briefs.ls },
});
