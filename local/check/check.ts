/**
 * `npm run -s check -- [--graph] [--offline] FILE...`: processes service templates and prints one JSON line for each, so
 * that an editor or a pipeline can read it: {"file","ok","version","problems":[...]}, and "imports" when something other
 * than a file of the author answered an import. On a terminal it prints lines for people. With --graph it prints the
 * topologies as Mermaid instead, and the problems as lines on standard error. A folder means all templates in it, `-` means
 * standard input. Exit code 0: all are valid; 1: some are not; 2: wrong arguments.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { filesNamed, importsOf, submitted } from '../../cli/check/files.ts';
import { jsonLine, readable } from '../../cli/check/screen.ts';
import { typesIn } from '../../src/adapters/files/types-folder.ts';
import { mermaid } from '../../src/tosca/graph.ts';
import { withOperatorTypes } from '../../src/tosca/operator-types.ts';
import { type Examined, validateTemplate } from '../../src/tosca/process.ts';
import { homeDirectory } from '../machine/home-directory.ts';

const usage = `usage: npm run -s check -- [--graph] [--offline] FILE...

  FILE       a service template, a CSAR, a folder of them, or - for standard input
  --graph    print the topologies as Mermaid flowcharts
  --offline  leave imports on the network unread, with a warning for each
`;

/** The types of a local installation: `.toscanini/types`. */
const ownTypes = typesIn(resolve(homeDirectory(), 'types'));

async function check(file: string, network: { readonly offline: boolean }): Promise<Examined> {
  try {
    return await validateTemplate(await submitted(file), withOperatorTypes(ownTypes, importsOf(file, network)));
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}

function unreadable(message: string): Examined {
  const place = { file: 'template', line: 1, column: 1, path: '' };
  const problems = [{ code: 'file-unreadable', severity: 'error' as const, message, ...place }];
  return { ok: false, version: undefined, topology: undefined, problems, imports: [], inputs: [] };
}

interface Called {
  readonly names: readonly string[];
  readonly graph: boolean;
  readonly offline: boolean;
  readonly help: boolean;
}

/** The arguments, or a text that says what is wrong with them. */
function readArguments(args: readonly string[]): Called | string {
  const options = {
    graph: { type: 'boolean' },
    offline: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const given = new Set(tokens.flatMap((token) => (token.kind === 'option' ? token.rawName : [])));
  const unknown = [...given].filter((name) => !['--graph', '--offline', '--help', '-h'].includes(name));
  if (unknown.length > 0) return unknown.map((name) => `unknown option ${name}\n`).join('');
  const names = tokens.flatMap((token) => (token.kind === 'positional' ? token.value : []));
  const help = given.has('--help') || given.has('-h');
  return names.length === 0 && !help
    ? 'no file is named\n'
    : { names, graph: given.has('--graph'), offline: given.has('--offline'), help };
}

async function main(args: readonly string[]): Promise<number> {
  const called = readArguments(args);
  if (typeof called === 'string') {
    process.stderr.write(`${called}${usage}`);
    return 2;
  }
  if (called.help) {
    process.stdout.write(usage);
    return 0;
  }
  const files = await filesNamed(called.names);
  let good = true;
  for (const file of files) {
    const found = await check(file, called);
    if (called.graph) draw(file, found, files.length > 1);
    else print(file, found);
    good &&= found.ok;
  }
  return good ? 0 : 1;
}

function print(file: string, examined: Examined): void {
  process.stdout.write(process.stdout.isTTY ? readable(file, examined) : jsonLine(file, examined));
}

/** Draws the topology, also the readable part of a wrong template. */
function draw(file: string, examined: Examined, among: boolean): void {
  const { topology, problems } = examined;
  if (problems.length > 0) process.stderr.write(readable(file, examined));
  if (topology) process.stdout.write(`${among ? `%% ${file.replaceAll(/[\r\n]/g, ' ')}\n` : ''}${mermaid(topology)}\n`);
}

// the reader of the output may stop early: `check ... | head`
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// npm runs its scripts in the folder of package.json, but file names are relative to the folder where the user typed the
// command
const { INIT_CWD: typedIn, npm_lifecycle_event: script } = process.env;
if (script === 'check' && typedIn !== undefined) process.chdir(typedIn);

process.exitCode = await main(process.argv.slice(2));
