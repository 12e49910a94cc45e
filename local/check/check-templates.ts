/** What `npm run check` does: check.ts gives it the surroundings of a process, and tests others. */

import type { Buffer } from 'node:buffer';
import { parseArgs } from 'node:util';
import { filesNamed, importsOf, submitted } from '../../cli/check/files.ts';
import { type Checked, reportFolder } from '../../cli/check/problem-place.ts';
import { writerOf } from '../../cli/check/report-format.ts';
import { type ReportFormat, reportFormats } from '../../cli/check/report-formats.ts';
import { readable } from '../../cli/check/screen.ts';
import { writeSummary } from '../../cli/check/summary.ts';
import { unreadable } from '../../cli/check/unreadable.ts';
import { mermaid } from '../../src/tosca/graph.ts';
import { type TypeFiles, withOperatorTypes } from '../../src/tosca/operator-types.ts';
import { type Examined, validateTemplate } from '../../src/tosca/process.ts';

const usage = `usage: npm run -s check -- [--graph] [--offline] [--format FORMAT] [--only-templates] FILE...

  FILE       a service template, a CSAR, a folder of them, or - for standard input
  --graph    print the topologies as Mermaid flowcharts
  --offline  leave imports on the network unread, with a warning for each
  --format   text (on a terminal), json (elsewhere), github (annotations of a workflow) or sarif (for code scanning)
  --only-templates  leave out named files that are no templates
`;

export interface Surroundings {
  /** of the installation */
  readonly types: TypeFiles;
  /** what a file named `-` means */
  readonly readInput: () => Promise<Buffer>;
  readonly write: (text: string) => unknown;
  readonly writeError: (text: string) => unknown;
  /** `write` is read by people */
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Answers the exit code: 0: all are valid; 1: some are not; 2: wrong arguments. */
export async function checkTemplates(args: readonly string[], around: Surroundings): Promise<number> {
  const called = readArguments(args);
  if (typeof called === 'string') {
    around.writeError(`${called}${usage}`);
    return 2;
  }
  if (called.help) {
    around.write(usage);
    return 0;
  }
  const files = await filesNamed(called.names, called.onlyTemplates);
  const format = called.format ?? (around.isTerminal ? 'text' : 'json');
  const writer = writerOf(format, reportFolder(around.env));
  const checked: Checked[] = [];
  for (const file of files) {
    const found = await examined(file, called, around);
    if (called.graph) draw(file, found, files.length > 1, around);
    else around.write(writer.one({ file, examined: found }));
    checked.push({ file, examined: { ...found, topology: undefined } });
  }
  if (!called.graph) around.write(writer.all(checked));
  if (format === 'github') await writeSummary(checked, around.env);
  return checked.every((one) => one.examined.ok) ? 0 : 1;
}

async function examined(
  file: string,
  network: { readonly offline: boolean },
  { types, readInput }: Surroundings,
): Promise<Examined> {
  try {
    return await validateTemplate(await submitted(file, readInput), withOperatorTypes(types, importsOf(file, network)));
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}

interface Called {
  readonly names: readonly string[];
  readonly graph: boolean;
  readonly offline: boolean;
  readonly help: boolean;
  readonly format: ReportFormat | undefined;
  readonly onlyTemplates: boolean;
}

/** The arguments, or a text that says what is wrong with them. */
function readArguments(args: readonly string[]): Called | string {
  const options = {
    graph: { type: 'boolean' },
    offline: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    format: { type: 'string' },
    'only-templates': { type: 'boolean' },
  } as const;
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const given = new Set(tokens.flatMap((token) => (token.kind === 'option' ? token.rawName : [])));
  const unknown = [...given].filter((name) => !known.includes(name));
  if (unknown.length > 0) return unknown.map((name) => `unknown option ${name}\n`).join('');
  const formats = tokens.flatMap((token) =>
    token.kind === 'option' && token.name === 'format' ? [token.value ?? ''] : [],
  );
  const format = reportFormats.find((one) => one === formats.at(-1));
  if (formats.length > 0 && format === undefined)
    return `--format takes ${reportFormats.join(', ')}, not ${JSON.stringify(formats.at(-1))}\n`;
  const names = tokens.flatMap((token) => (token.kind === 'positional' ? token.value : []));
  const help = given.has('--help') || given.has('-h');
  return names.length === 0 && !help
    ? 'no file is named\n'
    : {
        ...{ names, help, format },
        graph: given.has('--graph'),
        offline: given.has('--offline'),
        onlyTemplates: given.has('--only-templates'),
      };
}

const known = ['--graph', '--offline', '--help', '-h', '--format', '--only-templates'];

/** Draws the topology, also the readable part of a wrong template. */
function draw(file: string, one: Examined, among: boolean, { write, writeError }: Surroundings): void {
  const { topology, problems } = one;
  if (problems.length > 0) writeError(readable(file, one));
  if (topology) write(`${among ? `%% ${file.replaceAll(/[\r\n]/g, ' ')}\n` : ''}${mermaid(topology)}\n`);
}
