import {
  causeLines,
  collected,
  type Deployment,
  type DeploymentView,
  dollars,
  eventText,
  type Input,
  isWorking,
  officeHoursText,
  type Resource,
  type Toscanini,
  withTrueStates,
} from '../../client/index.ts';
import { holdsSecret } from '../../src/tosca/secrets/values.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags, jsonFlag, optionalWord } from '../flags.ts';
import { instanceOf, nodeArgument } from '../instance.ts';
import { machineOf } from '../machine.ts';
import { linesOf, type Row, rowsOf, rowsOfView } from '../progress/rows.ts';
import { logHint, outputLines, rawOutput } from '../result.ts';
import { moment } from '../screen/moment.ts';
import { cut, type Paint, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { wrappedLines } from '../screen/wrap.ts';
import { labelsLine } from './label.ts';

type Flags = ConnectionFlags & DocumentFlags;

type Cost = DeploymentView['cost'];

async function show(this: CliContext, flags: Flags, given: string, node?: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  if (node !== undefined) return showNode(this, flags, await instanceOf(client, id, node));
  const [deployment, resources, read] = await Promise.all([
    client.deployment(id),
    collected(client.resources(id)),
    client.view(id),
  ]);
  const view = read === 'unchanged' ? undefined : read.view;
  const latest = view !== undefined && isWorking(deployment.status) ? await latestEvent(client, view) : undefined;
  const rows = view === undefined ? rowsOf(resources) : rowsOfView(withTrueStates(view));
  await printDocument(this, flags, {
    document: { ...deployment, resources },
    names: [deployment.uuid],
    text: (columns) =>
      showLines(this, deployment, {
        columns,
        rows,
        provider: view?.provider?.name,
        cost: view?.cost,
        transfer: view?.transfer,
        latest,
      }),
  });
}

/** What happened last, such as that its provider refuses the credentials of the service. */
const latestEvent = async (client: Toscanini, view: DeploymentView): Promise<string | undefined> => {
  for await (const event of client.events(view.uuid, { isNewestFirst: true })) return eventText(event, view);
  return undefined;
};

/** All that is known of one instance of a node. */
const showNode = ({ screen }: CliContext, flags: Flags, resource: Resource): Promise<void> => {
  const paint = painter(screen);
  const { links, metadata, ...facts } = resource;
  const { VirtualMachineInfo: _, ...others } = metadata;
  // the provider's state of the machine must not replace that of the resource
  const all = { ...facts, ...others, ...machineOf(metadata), ...facts };
  const rows = Object.entries(all).map(([fact, value]) => [
    paint('dim', fact),
    holdsSecret(fact, value) ? paint('dim', '••••  --json prints it') : rawOutput(value),
  ]);
  return printDocument({ screen }, flags, {
    document: resource,
    names: [resource.uuid],
    text: (columns) => table(rows).flatMap((line) => wrappedLines(line, columns)),
  });
};

const showLines = (
  cli: CliContext,
  deployment: Deployment,
  {
    columns,
    rows,
    provider,
    cost,
    transfer,
    latest = '',
  }: {
    readonly columns: number | undefined;
    readonly rows: readonly Row[];
    readonly provider: string | undefined;
    readonly cost: Cost;
    readonly transfer: DeploymentView['transfer'];
    readonly latest?: string | undefined;
  },
): readonly string[] => {
  const paint = painter(cli.screen);
  const { name = '', uuid, status, userGroup = '', creationTime, updateTime } = deployment;
  const facts = Object.entries({
    ...{ name, id: uuid, status, latest },
    provider: provider ?? deployment.providerName ?? deployment.cloudProviderName ?? '',
    remains: remainsLine(deployment.remains),
    group: userGroup,
    offered: offeredLine(uuid, transfer),
    labels: labelsLine(deployment.labels),
    ends: deployment.expiresAt === undefined ? '' : moment(deployment.expiresAt),
    hours: deployment.officeHours ? officeHoursText(deployment.officeHours) : '',
    next: deployment.officeHours?.next?.text ?? '',
    cost: costLine(cost),
    ...{ created: moment(creationTime), updated: moment(updateTime) },
  }).filter(([, value]) => value !== '');
  const outputs = outputLines(cli, deployment);
  return [
    ...table(facts.map(([fact, value]) => [paint('dim', fact), value])).flatMap((line) => wrappedLines(line, columns)),
    ...whyFailed(deployment, paint, columns),
    '',
    ...linesOf(rows, paint, { columns }).map((line) => cut(line, columns ?? Number.POSITIVE_INFINITY)),
    ...(outputs.length === 0 ? [] : ['', ...outputs.flatMap((line) => wrappedLines(`  ${line}`, columns))]),
  ];
};

/** Until it is destroyed, what the last move has left costs money. */
const remainsLine = (remains: Deployment['remains']): string =>
  remains === undefined
    ? ''
    : `${remains.physicalId} at ${remains.provider.name}, since the move of ${moment(remains.since)}: destroyed when that answers again`;

/** While somebody is asked to take it over. */
const offeredLine = (id: string, transfer: DeploymentView['transfer']): string =>
  transfer === undefined
    ? ''
    : `to ${transfer.to ?? 'any member of its group'} until ${moment(transfer.expiresAt)}: toscanini accept ${id}`;

const costLine = (cost: Cost): string =>
  cost === undefined
    ? ''
    : `about ${dollars(cost.monthly)} a month${cost.partial ? ', without parts that have no known price' : ''}`;

/** The log behind it is one command away. */
const whyFailed = (deployment: Deployment, paint: Paint, columns?: number): readonly string[] => {
  const lines = causeLines(deployment);
  if (lines.length === 0) return [];
  return [
    '',
    ...lines.flatMap((line) => wrappedLines(`✖ ${line}`, columns).map((part) => paint('red', part))),
    paint('dim', logHint(deployment)),
  ];
};

interface OutputFlags extends ConnectionFlags {
  readonly json: boolean;
  readonly file?: string;
}

async function output(this: CliContext, flags: OutputFlags, given: string, name?: string): Promise<void> {
  const { file } = flags;
  if (file !== undefined && name === undefined)
    throw new CliError(
      'calledWrongly',
      '--file holds one output: name it, such as toscanini output ID key --file key.pem',
    );
  const client = await connect(this, flags);
  const { outputs } = await client.deployment(await deploymentId(client, given));
  if (name === undefined) return this.screen.write(`${JSON.stringify(outputs, undefined, flags.json ? 0 : 2)}\n`);
  if (!Object.hasOwn(outputs, name)) {
    const known = Object.keys(outputs);
    throw new CliError(
      'notFound',
      `there is no output ${name}; there ${known.length === 0 ? 'is none' : `are ${known.join(', ')}`}`,
    );
  }
  const value = outputs[name];
  if (file !== undefined) {
    await writeSecretFile(file, asFile(value));
    return this.screen.write(`${file}\n`);
  }
  this.screen.write(`${flags.json ? JSON.stringify(value) : rawOutput(value)}\n`);
}

/** Of a TOSCA credential what a program reads: the key, or the password. */
const asFile = (value: unknown): string => {
  const { token } = typeof value === 'object' && value !== null ? (value as { readonly token?: unknown }) : {};
  const text = rawOutput(typeof token === 'string' ? token : value);
  return text.endsWith('\n') ? text : `${text}\n`;
};

/** Only its owner can read it, also where a file of that name was there before. */
const writeSecretFile = async (file: string, text: string): Promise<void> => {
  const { chmod, writeFile } = await import('node:fs/promises');
  try {
    await writeFile(file, '', { mode: 0o600 });
    await chmod(file, 0o600);
    await writeFile(file, text);
  } catch (cause) {
    throw new CliError('failed', `${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
};

async function inputs(this: CliContext, flags: Flags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const found = await client.inputs(await deploymentId(client, given));
  const paint = painter(this.screen);
  const shown = ({ name, value, secret }: Input): string => {
    if (value === undefined) return paint('dim', 'none');
    return secret === true || holdsSecret(name, value) ? paint('dim', '••••  --json prints it') : rawOutput(value);
  };
  await printDocument(this, flags, {
    document: found,
    names: found.map(({ name }) => name),
    text: (columns) =>
      found.length === 0
        ? ['its template has no inputs']
        : table(found.map((each) => [each.name, shown(each), paint('dim', `${each.type ?? ''}`)])).flatMap((line) =>
            wrappedLines(line, columns),
          ),
  });
}

async function template(this: CliContext, flags: ConnectionFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const sent = await client.template(await deploymentId(client, given));
  // a program gets what was sent, and can send it again
  this.screen.write(this.screen.live ? await readable(this, sent) : sent);
}

/** Of an archive, the file that is the template. */
const readable = async ({ process }: CliContext, sent: string): Promise<string> => {
  const { isArchive } = await import('../../src/tosca/csar/forms.ts');
  if (!isArchive(sent)) return sent;
  const { openArchive } = await import('../../src/tosca/csar/archive.ts');
  const { entry, text, paths } = openArchive(sent);
  process.stderr.write(
    `this is ${entry} of an archive with ${paths.join(', ')}; a pipe or a file gets the whole archive, in base64\n`,
  );
  return text;
};

const one = { kind: 'tuple', parameters: [idArgument] } as const;
const reading = { positional: one, flags: { ...documentFlags, ...connectionFlags }, aliases: documentAliases } as const;

export const showCommand = buildCommand<Flags, [string, string?], CliContext>({
  func: show,
  parameters: {
    ...reading,
    positional: { kind: 'tuple', parameters: [idArgument, { ...nodeArgument, optional: true }] },
  },
  docs: { brief: briefs.show },
});

export const inputsCommand = buildCommand<Flags, [string], CliContext>({
  func: inputs,
  parameters: reading,
  docs: { brief: briefs.inputs },
});

export const outputCommand = buildCommand<OutputFlags, [string, string?], CliContext>({
  func: output,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        idArgument,
        { brief: 'one output: its value, and nothing else', parse: String, placeholder: 'NAME', optional: true },
      ],
    },
    flags: {
      file: optionalWord('write it into a file that only you can read: a key, a kubeconfig', 'FILE'),
      ...jsonFlag,
      ...connectionFlags,
    },
  },
  docs: { brief: briefs.output },
});

export const templateCommand = buildCommand<ConnectionFlags, [string], CliContext>({
  func: template,
  parameters: { positional: one, flags: connectionFlags },
  docs: { brief: briefs.template },
});
