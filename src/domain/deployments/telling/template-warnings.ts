import type { Problem } from '../../../tosca/problems.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { tell } from './timeline-event.ts';

/** Events of one template at most: the log has them all. */
const most = 10;

/** What is amiss with the template of an operation without stopping it, a line each. */
export const warningLines = (warnings: readonly Problem[]): readonly string[] =>
  warnings.map(
    ({ file, line, column, path, message }) =>
      `${file === 'template' ? '' : `${file} `}${line}:${column}${path === '' ? '' : ` ${path}`}: ${message}`,
  );

/** Tells of it in the timeline. */
export const tellWarnings = async (
  ports: Pick<LifecyclePorts, 'timeline' | 'clock'>,
  deployment: Deployment,
  warnings: readonly Problem[],
): Promise<void> => {
  const lines = warningLines(warnings);
  const more = lines.length > most ? [`${lines.length - most} more warnings of the template are in the log`] : [];
  const messages = [...lines.slice(0, most).map((line) => `warning: the template, ${line}`), ...more];
  for (const [index, message] of messages.entries()) {
    await tell(ports, deployment, { kind: 'WARNING', what: `warning-${index + 1}`, message });
  }
};

/** As the deployment's log tells it. */
export const warningsStory = (warnings: readonly Problem[], at: Date): string =>
  `${at.toISOString()} warnings of the template\n${warningLines(warnings)
    .map((line) => `  ${line}\n`)
    .join('')}`;
