import { briefs } from '../briefs.ts';
import type { CheckFlags } from '../check/check-files.ts';
import { reportFormats } from '../check/report-formats.ts';
import { buildCommand } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonFlag } from '../flags.ts';

async function check(this: CliContext, flags: CheckFlags, ...names: readonly string[]): Promise<void> {
  // the checker is most of the code: only this command loads it
  const { checkFiles } = await import('../check/check-files.ts');
  if (!(await checkFiles(names, flags, this))) this.endAs('failed');
}

export const checkCommand = buildCommand<CheckFlags, readonly string[], CliContext>({
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
      format: {
        kind: 'enum',
        values: reportFormats,
        optional: true,
        brief: 'text, json, github (annotations of a workflow) or sarif (for code scanning)',
      },
      onlyTemplates: {
        kind: 'boolean',
        default: false,
        brief: 'leave out named files that are no templates',
        withNegated: false,
      },
      ...jsonFlag,
    },
  },
  docs: { brief: briefs.check },
});
