import { mermaid } from '../../src/tosca/graph.ts';
import { type Examined, validateTemplate } from '../../src/tosca/process.ts';
import type { Topology } from '../../src/tosca/topology.ts';
import { CliError, wasInterrupted } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { filesNamed, importsOf, submitted } from './files.ts';
import { jsonLine, readable } from './screen.ts';

export interface CheckFlags {
  readonly graph: boolean;
  readonly offline: boolean;
  readonly json: boolean;
}

type Reading = Pick<CliContext, 'readInput'>;

/** Checks every file, and shows each. False: at least one has an error. CliError at the end for those that cannot be read. */
export const checkFiles = async (
  names: readonly string[],
  flags: CheckFlags,
  { screen, readInput }: Reading & Pick<CliContext, 'screen'>,
): Promise<boolean> => {
  let good = true;
  const unreadable: CliError[] = [];
  for (const file of await filesNamed(names)) {
    const text = await read(file, readInput).catch(noted(unreadable));
    if (text === undefined) continue;
    const examined = await validateTemplate(text, importsOf(file, flags));
    screen.write(shown(file, examined, flags));
    good &&= examined.ok;
  }
  if (unreadable.length > 0) throw new CliError('calledWrongly', unreadable.map(({ message }) => message).join('\n'));
  return good;
};

/** One file that cannot be read keeps nobody from the problems of the others. */
const noted = (unreadable: CliError[]) => (cause: unknown) => {
  if (!(cause instanceof CliError)) throw cause;
  unreadable.push(cause);
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

const shown = (file: string, examined: Examined, { graph, json }: CheckFlags): string => {
  if (json) return jsonLine(file, examined);
  if (graph && examined.topology) return `${mermaid(examined.topology)}\n`;
  return readable(file, examined);
};
