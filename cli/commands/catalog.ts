import { buildRouteMap } from '@stricli/core';
import type { CatalogEntry, CatalogItem, Inspection } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags } from '../flags.ts';
import { rawOutput } from '../result.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { wrappedLines } from '../screen/wrap.ts';
import { catalogEntry, ofCatalog } from '../template.ts';

type Flags = ConnectionFlags & DocumentFlags;

async function list(this: CliContext, flags: Flags): Promise<void> {
  const client = await connect(this, flags);
  const found = await client.catalog();
  await printDocument(this, flags, {
    document: found,
    names: found.map(({ name }) => `${ofCatalog}${name}`),
    text: (columns) => listLines(this, found, columns),
    cutLines: true,
  });
}

const listLines = ({ screen }: CliContext, found: readonly CatalogItem[], columns?: number): readonly string[] => {
  if (found.length === 0) return ['the installation offers no templates'];
  const paint = painter(screen);
  const rows = found.map(({ name, title, description = '', problems }) => [
    paint('bold', name),
    problems.length > 0 ? paint('red', `cannot be read: ${problems.join(', ')}`) : summaryOf(name, title, description),
  ]);
  return [
    ...table([['NAME', 'DESCRIPTION'].map((text) => paint('dim', text)), ...rows], columns),
    '',
    ...wrappedLines(
      `toscanini catalog show NAME has its inputs; toscanini deploy ${ofCatalog}NAME deploys it`,
      columns,
    ),
  ];
};

/** Few templates have a title of their own, so it has no column. */
const summaryOf = (name: string, title: string, description: string): string =>
  [title === name ? '' : title, description.split('\n')[0] ?? ''].filter((part) => part !== '').join(': ');

async function show(this: CliContext, flags: Flags, name: string): Promise<void> {
  const client = await connect(this, flags);
  const entry = await catalogEntry(client, name);
  const { inputs = [] } = await client.inspect(entry.template);
  await printDocument(this, flags, {
    document: { ...entry, inputs },
    names: [`${ofCatalog}${name}`],
    text: (columns) => showLines(this, entry, inputs).flatMap((line) => wrappedLines(line, columns)),
  });
}

const showLines = (
  { screen }: CliContext,
  { name, title, description, problems }: CatalogEntry,
  inputs: Inspection['inputs'],
): readonly string[] => {
  const paint = painter(screen);
  const needed = inputs.filter(({ required, ...input }) => required && input.default === undefined);
  const given = needed.map((input) => ` -i ${input.name}=…`).join('');
  return [
    `${paint('bold', name)}  ${title === name ? '' : title}`.trimEnd(),
    ...(description === undefined ? [] : description.trimEnd().split('\n')),
    ...problems.map((problem) => paint('red', `cannot be read: ${problem}`)),
    '',
    ...(inputs.length === 0 ? ['  no inputs'] : table(inputs.map((input) => row(input))).map((line) => `  ${line}`)),
    '',
    `  toscanini deploy ${ofCatalog}${name}${given}`,
  ];
};

const row = ({ name, type = '', required, secret, description = '', ...input }: Inspection['inputs'][number]) => {
  const missing = required ? 'needed' : '';
  const shown = secret === true ? '••••' : rawOutput(input.default);
  return [name, type, input.default === undefined ? missing : shown, description.split('\n')[0] ?? ''];
};

async function template(this: CliContext, flags: ConnectionFlags, name: string): Promise<void> {
  const client = await connect(this, flags);
  this.screen.write((await catalogEntry(client, name)).template);
}

const named = {
  kind: 'tuple',
  parameters: [
    {
      brief: 'a name of toscanini catalog list',
      parse: (text: string) => text.replace(ofCatalog, ''),
      placeholder: 'NAME',
    },
  ],
} as const;

const reading = { flags: { ...documentFlags, ...connectionFlags }, aliases: documentAliases } as const;

export const catalogCommands = buildRouteMap({
  routes: {
    list: buildCommand<Flags, [], CliContext>({
      func: list,
      parameters: reading,
      docs: { brief: 'List the templates that the installation offers' },
    }),
    show: buildCommand<Flags, [string], CliContext>({
      func: show,
      parameters: { positional: named, ...reading },
      docs: { brief: 'Show what a template is for, and its inputs' },
    }),
    template: buildCommand<ConnectionFlags, [string], CliContext>({
      func: template,
      parameters: { positional: named, flags: connectionFlags },
      docs: { brief: 'Print a template' },
    }),
  },
  aliases: { ls: 'list' },
  docs: { brief: briefs.catalog },
});
