import { buildCommand } from '@stricli/core';
import { mermaid } from '../../src/tosca/graph.ts';
import { type Examined, validateTemplate } from '../../src/tosca/process.ts';
import { filesNamed, importsOf, submitted } from '../check/files.ts';
import { readable } from '../check/screen.ts';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { jsonFlag } from '../flags.ts';

interface Flags {
  readonly graph: boolean;
  readonly offline: boolean;
  readonly json: boolean;
}

async function check(this: CliContext, flags: Flags, ...names: readonly string[]): Promise<void> {
  const files = await filesNamed(names);
  let good = true;
  for (const file of files) {
    const examined = await examine(file, flags);
    this.screen.write(shown(file, examined, flags));
    good &&= examined.ok;
  }
  if (!good) this.endAs('failed');
}

const examine = async (file: string, flags: Flags): Promise<Examined> =>
  validateTemplate(await read(file), importsOf(file, flags));

const read = async (file: string): Promise<string> => {
  try {
    return await submitted(file);
  } catch (cause) {
    throw new CliError('calledWrongly', `${file}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};

const shown = (file: string, examined: Examined, { graph, json }: Flags): string => {
  const { ok, version, problems, topology } = examined;
  if (json) return `${JSON.stringify({ file, ok, version: version ?? null, problems })}\n`;
  if (graph && topology) return `${mermaid(topology)}\n`;
  return readable(file, examined);
};

export const checkCommand = buildCommand<Flags, readonly string[], CliContext>({
  func: check,
  parameters: {
    positional: {
      kind: 'array',
      minimum: 1,
      parameter: {
        brief: 'a template, a CSAR, a folder of them, or - for standard input',
        parse: String,
        placeholder: 'FILE',
      },
    },
    flags: {
      graph: {
        kind: 'boolean',
        default: false,
        brief: 'print the topology as a Mermaid flowchart',
        withNegated: false,
      },
      offline: { kind: 'boolean', default: false, brief: 'read no import from the network', withNegated: false },
      ...jsonFlag,
    },
  },
  docs: { brief: 'Check templates without any service' },
});
