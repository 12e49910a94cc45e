import { type CalledInputs, type Callee, calledInputs } from './model/called-inputs.ts';
import type { Problem } from './problems.ts';
import { guarded, type Options, reading, readService, topologyOf } from './process.ts';
import { Report } from './report.ts';

export type { Callee } from './model/called-inputs.ts';

/** The inputs with which somebody calls a workflow or an operation of the template, or every problem of them. */
export async function bindCall(
  text: string,
  options: Options,
  callee: Callee,
  inputs: Options['inputs'],
): Promise<Bound> {
  const report = new Report();
  const bound = await guarded(report, () =>
    reading(text, options, report, async (template, imports) => {
      const service = await readService(template, { ...options, imports }, report);
      topologyOf(service);
      return calledInputs(service, callee, inputs);
    }),
  );
  const problems = Object.freeze(report.list().filter(({ severity }) => severity === 'error'));
  return report.hasErrors || bound === undefined ? { ok: false, problems } : { ok: true, ...bound };
}

export type Bound =
  | ({ readonly ok: true } & CalledInputs)
  | { readonly ok: false; readonly problems: readonly Problem[] };
