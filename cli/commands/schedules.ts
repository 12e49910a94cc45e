import { buildRouteMap } from '@stricli/core';
import { collected, type ScheduleEvent, type ScheduleRequest, type Toscanini } from '../../client/index.ts';
import { accepted } from '../accepted.ts';
import { briefs } from '../briefs.ts';
import { buildChange, buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument, printDone } from '../document.ts';
import {
  callbackAddress,
  connectionFlags,
  count,
  deploymentNameFlag,
  inputFlags,
  jsonFlag,
  labelFlag,
  labelsOf,
  optionalWord,
  textFlag,
  ttlFlag,
} from '../flags.ts';
import { declaredBy, readParameters } from '../input-values.ts';
import { repeated } from '../repeated.ts';
import { scheduleId } from '../schedule-id.ts';
import { inUtc } from '../screen/moment.ts';
import { type Fitting, notedTable } from '../screen/noted.ts';
import { cut, oneLine, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { wrappedLines } from '../screen/wrap.ts';
import { readTemplate } from '../template.ts';
import { sayUnused } from '../unused-inputs.ts';
import { backfillCommands } from './backfill.ts';
import { eventRow } from './schedule-event-row.ts';
import { scheduleFacts } from './schedule-facts.ts';

type Reading = ConnectionFlags & DocumentFlags;

interface Flags extends ConnectionFlags {
  readonly json: boolean;
}

const lines = (
  cli: CliContext,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
  fitting: Fitting = {},
): readonly string[] => {
  const paint = painter(cli.screen);
  if (rows.length === 0) return [none];
  return table([head.map((text) => paint('dim', text)), ...rows], fitting.columns, fitting.whole, fitting.names);
};

async function list(
  this: CliContext,
  { label, ...flags }: Reading & { readonly label?: readonly string[] },
): Promise<void> {
  const client = await connect(this, flags);
  const found = await collected(client.schedules({ label }));
  // on a screen the end of an id has to do, as other commands take it
  const rowsOf = (columns?: number) =>
    found.map(({ uuid, name = '', status, fileExpression, userGroup = '' }) => [
      columns === undefined ? uuid : shortId(uuid),
      oneLine(name),
      status,
      oneLine(fileExpression),
      userGroup,
    ]);
  await printDocument(this, flags, {
    document: found,
    names: found.map(({ uuid }) => uuid),
    cutLines: true,
    text: (columns) =>
      lines(
        this,
        ['ID', 'NAME', 'STATUS', 'FILES', 'GROUP'],
        rowsOf(columns),
        'no schedules; toscanini schedules create makes one',
        { columns, whole: [2] },
      ),
  });
}

async function show(this: CliContext, flags: Reading, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await scheduleId(client, given);
  const schedule = await client.schedule(id);
  await printDocument(this, flags, {
    document: schedule,
    names: [schedule.uuid],
    text: (columns) => scheduleFacts(this, schedule).flatMap((line) => wrappedLines(line, columns)),
  });
}

interface EventFlags extends Flags {
  readonly follow: boolean;
}

async function events(this: CliContext, flags: EventFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await scheduleId(client, given);
  if (flags.follow) return followEvents(this, client, flags, id);
  const found = await collected(client.scheduleEvents(id));
  if (flags.json) return this.screen.write(found.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const columns = this.screen.live ? this.screen.size().columns : undefined;
  this.screen.write(
    eventLines(this, found, columns)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

const eventLines = (cli: CliContext, found: readonly ScheduleEvent[], columns?: number): readonly string[] => {
  if (found.length === 0) return ['no file has matched yet'];
  const rows = found.map((event) => {
    const [at = '', file = '', replication = '', made = '', note = ''] = eventRow(event);
    // the end of a name tells files apart, and a bucket would push it out of a narrow screen
    const shown = columns === undefined || columns >= 100 ? file : oneLine(event.name.split('/').at(-1) ?? '');
    const time = columns === undefined ? at : inUtc(at);
    return { cells: [time, shown, replication, made], note };
  });
  const fitting = { columns, whole: [columns !== undefined && columns < 100 ? 2 : 3], spare: [2], names: [1] };
  const titles = [columns === undefined ? 'AT' : 'AT (UTC)', 'FILE', 'REPLICATION', 'DEPLOYMENT'];
  const all = notedTable(titles, rows, painter(cli.screen), fitting);
  return columns === undefined ? all : all.map((line) => cut(line, columns));
};

/** Prints each file that matches, and again when something of it changes, until the user presses Ctrl-C. */
const followEvents = async (cli: CliContext, client: Toscanini, { json }: EventFlags, id: string): Promise<void> => {
  const said = new Map<string, string>();
  await repeated(cli, async () => {
    for await (const event of client.scheduleEvents(id)) {
      const line = json ? JSON.stringify(event) : eventRow(event).join('  ').trimEnd();
      if (said.get(event.uuid) !== line) cli.screen.write(`${line}\n`);
      said.set(event.uuid, line);
    }
    return 'more';
  });
  cli.endAs('interrupted');
};

interface CreateFlags extends Flags {
  readonly input?: readonly string[];
  readonly inputs?: string;
  readonly files: string;
  readonly replicate: string;
  readonly replicas: number;
  readonly name?: string;
  readonly group?: string;
  readonly label?: readonly (readonly [string, string])[];
  readonly ttl?: string;
  readonly callback?: string;
  readonly protect: boolean;
}

async function create(this: CliContext, flags: CreateFlags, file: string): Promise<void> {
  const client = await connect(this, flags);
  const template = await readTemplate(this, client, file);
  const request: ScheduleRequest = {
    template,
    name: flags.name,
    parameters: await readParameters(flags, declaredBy(client, template)),
    fileExpression: flags.files,
    replicationExpression: flags.replicate,
    numberOfReplicas: flags.replicas,
    userGroup: flags.group,
    labels: labelsOf(flags.label),
    ttl: flags.ttl,
    callback: flags.callback,
    protected: flags.protect || undefined,
  };
  await sayUnused(this, client, request);
  const schedule = await accepted(client.createSchedule(request), 'schedules list');
  for (const note of schedule.notes ?? []) this.process.stderr.write(`! ${note}\n`);
  this.screen.write(flags.json ? `${JSON.stringify(schedule)}\n` : `${schedule.uuid}\n`);
}

const changing = (status: 'SUSPENDED' | 'RUNNING') =>
  async function change(this: CliContext, flags: Flags, given: string): Promise<void> {
    const client = await connect(this, flags);
    const id = await scheduleId(client, given);
    await client.changeSchedule(id, status);
    printDone(this, flags.json, { uuid: id, status }, `${id} is ${status}`);
  };

async function remove(this: CliContext, flags: Flags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await scheduleId(client, given);
  await client.deleteSchedule(id);
  printDone(this, flags.json, { uuid: id }, `${id} is deleted; its deployments stay`);
}

const one = {
  kind: 'tuple',
  parameters: [{ brief: 'its name, its uuid, or the end of it', parse: String, placeholder: 'ID' }],
} as const;

const reading = { flags: { ...documentFlags, ...connectionFlags }, aliases: documentAliases } as const;

/** A command about one schedule that needs nothing but its id. */
const onOne = (func: (this: CliContext, flags: Flags, id: string) => Promise<void>, brief: string) =>
  buildChange<Flags, [string], CliContext>({
    func,
    parameters: { positional: one, flags: { ...jsonFlag, ...connectionFlags } },
    docs: { brief },
  });

export const scheduleCommands = buildRouteMap({
  routes: {
    list: buildCommand<Reading & { readonly label?: readonly string[] }, [], CliContext>({
      func: list,
      parameters: {
        ...reading,
        flags: {
          label: {
            ...optionalWord('only those with this label; given twice: with both', 'NAME=VALUE'),
            variadic: true,
          },
          ...reading.flags,
        },
      },
      docs: { brief: 'List schedules, newest first' },
    }),
    show: buildCommand<Reading, [string], CliContext>({
      func: show,
      parameters: { positional: one, ...reading },
      docs: { brief: 'Show a schedule' },
    }),
    create: buildChange<CreateFlags, [string], CliContext>({
      func: create,
      parameters: {
        positional: {
          kind: 'tuple',
          parameters: [{ brief: 'the template of its deployments', parse: String, placeholder: 'FILE' }],
        },
        flags: {
          files: textFlag('which new files match: a regular expression for bucket:key', 'EXPRESSION'),
          replicate: textFlag(
            'where copies of a file go: attributes of storage elements, such as disk&country=IT',
            'EXPRESSION',
          ),
          replicas: { kind: 'parsed', parse: count, default: '1', brief: 'how many copies', placeholder: 'N' },
          name: deploymentNameFlag('what you call it'),
          group: optionalWord('group whose members may see it', 'NAME'),
          ...labelFlag,
          ...ttlFlag,
          callback: { ...textFlag('address that is told the progress', 'URL'), parse: callbackAddress, optional: true },
          protect: {
            kind: 'boolean',
            default: false,
            brief: 'its deployments cannot be deleted until the protection is taken off',
            withNegated: false,
          },
          ...inputFlags,
          ...jsonFlag,
          ...connectionFlags,
        },
        aliases: { i: 'input' },
      },
      docs: { brief: 'Deploy a template for each new file that matches' },
    }),
    events: buildCommand<EventFlags, [string], CliContext>({
      func: events,
      parameters: {
        positional: one,
        flags: {
          follow: {
            kind: 'boolean',
            default: false,
            brief: 'go on with every change, until Ctrl-C',
            withNegated: false,
          },
          ...jsonFlag,
          ...connectionFlags,
        },
        aliases: { f: 'follow' },
      },
      docs: { brief: 'List the files that have matched, and their deployments' },
    }),
    ...backfillCommands,
    suspend: onOne(changing('SUSPENDED'), 'Match no file until it is resumed'),
    resume: onOne(changing('RUNNING'), 'Match new files again'),
    delete: onOne(remove, 'Delete a schedule; its deployments stay'),
  },
  aliases: { ls: 'list' },
  docs: { brief: briefs.schedules },
});
