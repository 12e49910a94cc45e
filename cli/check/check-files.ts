import { mermaid } from '../../src/tosca/graph.ts';
import { type Examined, validateTemplate } from '../../src/tosca/process.ts';
import type { Topology } from '../../src/tosca/topology.ts';
import { CliError, wasInterrupted } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { wrappedFor } from '../screen/wrap.ts';
import { filesNamed, importsOf, submitted } from './files.ts';
import { type Checked, reportFolder } from './problem-place.ts';
import { writerOf } from './report-format.ts';
import type { ReportFormat } from './report-formats.ts';
import { writeSummary } from './summary.ts';
import { unreadable } from './unreadable.ts';

export interface CheckFlags {
  readonly graph: boolean;
  readonly offline: boolean;
  readonly json: boolean;
  readonly format?: ReportFormat;
  readonly onlyTemplates: boolean;
}

type Reading = Pick<CliContext, 'readInput'>;

/** Checks every file, and shows each. False: at least one has an error. CliError at the end for those that cannot be read. */
export const checkFiles = async (
  names: readonly string[],
  flags: CheckFlags,
  { screen, readInput, env }: Reading & Pick<CliContext, 'screen' | 'env'>,
): Promise<boolean> => {
  const unread: CliError[] = [];
  const checked: Checked[] = [];
  const format = flags.format ?? (flags.json ? 'json' : 'text');
  const writer = writerOf(format, reportFolder(env));
  for (const file of await filesNamed(names, flags.onlyTemplates)) {
    const text = await read(file, readInput).catch(noted(unread));
    if (text === undefined) {
      // the report of all files says so too
      checked.push({ file, examined: unreadable(unread.at(-1)?.message ?? '') });
      continue;
    }
    const examined = await validateTemplate(text, importsOf(file, flags));
    checked.push({ file, examined: withoutTopology(examined) });
    const isDrawn = format === 'text' && flags.graph && examined.topology !== undefined;
    const report = writer.one({ file, examined });
    if (isDrawn) screen.write(`${mermaid(examined.topology)}\n`);
    else screen.write(format === 'text' ? wrappedFor(screen, report) : report);
  }
  screen.write(writer.all(checked));
  if (format === 'github') await writeSummary(checked, env);
  if (unread.length > 0) throw new CliError('calledWrongly', unread.map(({ message }) => message).join('\n'));
  return checked.every(({ examined }) => examined.ok);
};

/** Of a thousand files, only what was found is kept. */
const withoutTopology = (examined: Examined): Examined => ({ ...examined, topology: undefined });

/** One file that cannot be read keeps nobody from the problems of the others. */
const noted = (unread: CliError[]) => (cause: unknown) => {
  if (!(cause instanceof CliError)) throw cause;
  unread.push(cause);
  return undefined;
};

/** CliError when the template has an error: `toscanini check` shows it. */
export const topologyOf = async (file: string, { readInput }: Reading): Promise<Topology> => {
  const { ok, topology } = await validateTemplate(await read(file, readInput), importsOf(file, { offline: false }));
  if (ok && topology) return topology;
  throw new CliError('failed', `${file} has errors: toscanini check ${file} shows them`);
};

const read = async (file: string, readInput: Reading['readInput']): Promise<string> => {
  try {
    return await submitted(file, readInput);
  } catch (cause) {
    if (wasInterrupted(cause)) throw cause;
    throw new CliError('calledWrongly', `${file}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};
