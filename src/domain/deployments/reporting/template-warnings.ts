import type { Problem } from '../../../tosca/problems.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { addTimelineEvent } from './timeline-event.ts';

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
  ports: Pick<LifecyclePorts, 'timeline' | 'clock'>,
  deployment: Deployment,
  warnings: readonly Problem[],
): Promise<void> => {
  const lines = warningLines(warnings);
  const more = lines.length > most ? [`${lines.length - most} more warnings of the template are in the log`] : [];
  const messages = [...lines.slice(0, most).map((line) => `warning: the template, ${line}`), ...more];
  for (const [index, message] of messages.entries()) {
    await addTimelineEvent(ports, deployment, { kind: 'WARNING', what: `warning-${index + 1}`, message });
  }
};

/** The warnings as text for the deployment's log. */
export const warningsLog = (warnings: readonly Problem[], at: Date): string =>
  `${at.toISOString()} warnings of the template\n${warningLines(warnings)
    .map((line) => `  ${line}\n`)
    .join('')}`;
