import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { entryOf } from '../../src/foundation/entry-of.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { connectionFlags, optionalWord } from '../flags.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import type { Starter } from '../starters/starter.ts';
import { starters } from '../starters/starters.ts';
import { catalogEntry, ofCatalog } from '../template.ts';

interface Flags extends ConnectionFlags {
  readonly from?: string;
}

const names = Object.keys(starters);

const listLines = ({ screen }: CliContext): readonly string[] => {
  const paint = painter(screen);
  return table(Object.entries(starters).map(([name, { title }], at) => [`${at + 1}`, paint('bold', name), title]));
};

/** A name, or its place in the list. */
const named = (answer: string): string | undefined =>
  names.find((name, at) => answer === name || answer === `${at + 1}`);

/** CliError when nobody can answer. */
const chosen = async (cli: CliContext): Promise<string> => {
  cli.screen.write(`${listLines(cli).join('\n')}\n`);
  for (;;) {
    const answer = await cli.ask('Which one? [1]');
    if (answer === undefined)
      throw new CliError(
        'calledWrongly',
        `choose one: toscanini init --from ${names[0]}; ${ofCatalog}NAME takes one of the service`,
      );
    const name = named(answer === '' ? '1' : answer);
    if (name !== undefined) return name;
    cli.process.stderr.write(`! "${answer}" is none of them: a number up to ${names.length}, or a name\n`);
  }
};

/** CliError for a name that there is not. */
const starterOf = async (cli: CliContext, flags: Flags): Promise<Starter> => {
  const from = flags.from ?? (await chosen(cli));
  if (from.startsWith(ofCatalog)) {
    const { title, template } = await catalogEntry(await connect(cli, flags), from.slice(ofCatalog.length));
    return { title, files: { 'template.yaml': template } };
  }
  const starter = entryOf(starters, from);
  if (starter !== undefined) return starter;
  throw new CliError('calledWrongly', `there is no ${from} to begin with: ${names.join(', ')}, or ${ofCatalog}NAME`);
};

/** CliError when it is there already: nothing that somebody wrote is lost. */
const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    throw isThere(path);
  }
};

const isThere = (path: string): CliError =>
  new CliError('conflict', `${path} is there already: name another folder, such as toscanini init web`);

async function init(this: CliContext, flags: Flags, folder = '.'): Promise<void> {
  const { files } = await starterOf(this, flags);
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const paths = [...texts.keys()];
  for (const path of paths) if (existsSync(path)) throw isThere(path);
  for (const [path, text] of texts) await write(path, text);
  const [template = ''] = paths;
  this.screen.write(
    [...paths.map((path) => `✔ ${path}`), '', `toscanini check ${template}`, `toscanini up ${template}`, ''].join('\n'),
  );
}

export const initCommand = buildCommand<Flags, [string?], CliContext>({
  func: init,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: 'where the files go; default: here', parse: String, placeholder: 'FOLDER', optional: true },
      ],
    },
    flags: {
      from: optionalWord(`what to begin with: ${names.join(', ')}, or ${ofCatalog}NAME`, 'NAME'),
      ...connectionFlags,
    },
  },
  docs: { brief: briefs.init },
});
