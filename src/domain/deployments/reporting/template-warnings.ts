import type { Problem } from '../../../tosca/problems.ts';
import type { Deployment } from '../record/deployment.ts';
import { type ReportPorts, report } from './report.ts';

/** Most events about one template; the log has all warnings. */
const most = 10;

/** Problems of an operation's template that do not stop it, one line each. */
export const warningLines = (warnings: readonly Problem[]): readonly string[] =>
  warnings.map(
    ({ file, line, column, path, message }) =>
      `${file === 'template' ? '' : `${file} `}${line}:${column}${path === '' ? '' : ` ${path}`}: ${message}`,
  );

/** Adds the warnings to the timeline. */
export const addWarningEvents = async (
  ports: ReportPorts,
  deployment: Deployment,
  warnings: readonly Problem[],
): Promise<void> => {
  const lines = warningLines(warnings);
  const more = lines.length > most ? [`${lines.length - most} more warnings of the template are in the log`] : [];
  const texts = [...lines.slice(0, most).map((line) => `warning: the template, ${line}`), ...more];
  for (const [index, text] of texts.entries()) {
    await report(ports, { deployment }, { text, event: { kind: 'WARNING', name: `warning-${index + 1}` } });
  }
};

/** Writes the warnings to log and timeline before anything is deployed. */
export const reportWarnings = async (
  ports: ReportPorts,
  deployment: Deployment,
  warnings: readonly Problem[],
): Promise<void> => {
  if (warnings.length === 0) return;
  const lines = warningLines(warnings).map((line) => `  ${line}\n`);
  const text = `${ports.clock.now().toISOString()} warnings of the template\n${lines.join('')}`;
  await ports.files.appendLog(deployment.id, '0000-template', text);
  await addWarningEvents(ports, deployment, warnings);
};
