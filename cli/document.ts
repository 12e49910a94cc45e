import { parseExactly } from '../src/tosca/values/exact-json.ts';
import { CliError } from './cli-error.ts';
import type { CliContext } from './context.ts';
import { jsonFlag } from './flags.ts';
import { cut } from './screen/paint.ts';
import { wrappedFor } from './screen/wrap.ts';

/** How a document is printed, if not as text for people. */
const formats = ['wide', 'name', 'json', 'yaml'] as const;

export interface DocumentFlags {
  readonly json: boolean;
  readonly output?: (typeof formats)[number];
}

export const documentFlags = {
  ...jsonFlag,
  output: {
    kind: 'enum',
    values: formats,
    optional: true,
    brief: 'wide cuts no line, name prints what other commands take, json and yaml print everything',
    placeholder: 'FORMAT',
  },
} as const;

export const documentAliases = { o: 'output' } as const;

/** What a command has done: a line for people, or a document that says the same. */
export const printDone = (
  { screen }: Pick<CliContext, 'screen'>,
  json: boolean,
  document: object,
  line: string,
): void => screen.write(`${json ? JSON.stringify(document) : wrappedFor(screen, line)}\n`);

interface Printed {
  /** what `--json` prints: docs/cli.md, "JSON" */
  readonly document: unknown;
  /** a line for each thing, as another command takes it */
  readonly names: readonly string[];
  /** the lines for people, on a screen of so many columns */
  readonly text: (columns?: number) => readonly string[];
  /** true: on a terminal no line is longer than the screen is wide, except with `-o wide` */
  readonly cutLines?: boolean;
}

/** Prints a document as the flags ask. */
export const printDocument = async (
  { screen }: Pick<CliContext, 'screen'>,
  { json, output }: DocumentFlags,
  { document, names, text, cutLines = false }: Printed,
): Promise<void> => {
  if (json && output !== undefined && output !== 'json')
    throw new CliError('calledWrongly', `--json and --output ${output}: name one of them`);
  const lines = (some: readonly string[]): void => screen.write(some.map((line) => `${line}\n`).join(''));
  if (json || output === 'json') return screen.write(`${JSON.stringify(document)}\n`);
  if (output === 'name') return lines(names);
  if (output === undefined && screen.live) {
    const { columns } = screen.size();
    return lines(text(columns).map((line) => (cutLines ? cut(line, columns) : line)));
  }
  if (output === undefined || output === 'wide') return lines(text());
  const [{ dump }, { dumpSchema }] = await Promise.all([import('js-yaml'), import('../src/tosca/yaml/exact-yaml.ts')]);
  // what has no value is left out, as in JSON
  screen.write(dump(parseExactly(JSON.stringify(document)), { schema: dumpSchema }));
};
