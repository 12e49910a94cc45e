/** The demo's output: live lines on a terminal, plain ones anywhere else. */

import { styleText } from 'node:util';
import { type Listr, ListrLogger, ListrLogLevels, PRESET_TIMER } from 'listr2';
import * as v from 'valibot';
import { examine } from '../../src/foundation/shape/examine.ts';
import { number, recordOf } from '../../src/foundation/shape/schemas.ts';
import type { AttemptView, DeploymentView, ResourceView } from './api.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours only where people see and want them (NO_COLOR, FORCE_COLOR). */
export const paint = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });
export const write = (text: string): void => void process.stdout.write(text);

export type Tasks = Listr<unknown, 'default', 'simple'>;

/** Plain lines, except those of failed tasks: the demo prints the error once, at the end. */
class PlainLines extends ListrLogger<ListrLogLevels> {
  constructor() {
    super({ useIcons: true });
  }

  override log(...line: Parameters<ListrLogger<ListrLogLevels>['log']>): void {
    if (line[0] !== ListrLogLevels.FAILED) super.log(...line);
  }
}

export const taskOptions = () =>
  ({
    renderer: 'default',
    rendererOptions: {
      timer: PRESET_TIMER,
      collapseSubtasks: false,
      showErrorMessage: false,
      formatOutput: 'truncate',
    },
    fallbackRenderer: 'simple',
    fallbackRendererOptions: { timer: PRESET_TIMER, logger: new PlainLines() },
    // the demo must clean up first
    registerSignalListeners: false,
  }) as const;

const colours: { readonly [state: string]: Style } = {
  STARTED: 'green',
  ERROR: 'red',
  INITIAL: 'dim',
  DELETING: 'magenta',
};

const information = v.object({
  vmProperties: v.array(recordOf(v.string(), v.union([v.string(), number, v.boolean()]))),
});

/** The public address, or else the private one, as the provider reported it. */
export function addressOf({ metadata }: ResourceView): string {
  const text = metadata['VirtualMachineInfo'];
  if (text === undefined) return '';
  const told = examine(information, JSON.parse(text));
  const system = told.ok ? told.value.vmProperties.find(({ class: kind }) => kind === 'system') : undefined;
  return String(system?.['net_interface.1.ip'] ?? system?.['net_interface.0.ip'] ?? '');
}

/** `web_server   Compute   STARTED   10.1.0.2`; `width` is that of the longest name. */
export function resourceLine(resource: ResourceView, width: number): string {
  const type = resource.toscaNodeType.split('.').at(-1) ?? '';
  const state = paint(colours[resource.state] ?? 'yellow', resource.state.padEnd(11));
  return `${resource.toscaNodeName.padEnd(width)}  ${paint('dim', type)}  ${state} ${addressOf(resource)}`.trimEnd();
}

/** Names and values, aligned; a value that is not text is shown as JSON. */
export function outputsTable(outputs: DeploymentView['outputs']): string {
  const names = Object.keys(outputs).sort();
  const width = Math.max(0, ...names.map((name) => name.length));
  const rows = names.map((name) => {
    const value = outputs[name];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `    ${name.padEnd(width)}  ${paint('cyan', text)}\n`;
  });
  return rows.length === 0 ? '' : `\n  ${paint('bold', 'Outputs')}\n${rows.join('')}\n`;
}

/** The clouds that were tried: which ones failed and why, and which one deployed it. Empty when the first one succeeded. */
export function attemptsTable(attempts: readonly AttemptView[]): string {
  if (attempts.length < 2) return '';
  const width = Math.max(...attempts.map(({ cloudProviderName }) => cloudProviderName.length));
  const rows = attempts.map((attempt) => `    ${attempt.cloudProviderName.padEnd(width)}  ${fateOf(attempt)}\n`);
  return `\n  ${paint('bold', 'Clouds')}\n${rows.join('')}`;
}

const fateOf = ({ state, reason }: AttemptView): string =>
  state === 'COMPLETE' ? paint('green', 'deployed it') : `${paint('red', 'failed')}: ${lastLine(reason)}`;

/** When a reason quotes a provider's log, its last line has the cause. */
const lastLine = (reason = 'it did not say why'): string => reason.trim().split('\n').at(-1) ?? reason;
