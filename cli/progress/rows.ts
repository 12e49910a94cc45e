import type { Resource } from '../../client/index.ts';
import { type Paint, padded } from '../screen/paint.ts';

/** One line of the progress: a node with all its instances. */
export interface Row {
  readonly node: string;
  readonly type: string;
  readonly states: readonly string[];
  readonly address: string;
}

/** What a state means for a reader. */
type Phase = 'failed' | 'working' | 'waiting' | 'done' | 'stopped';

const phases: { readonly [state: string]: Phase } = {
  INITIAL: 'waiting',
  STARTED: 'done',
  STOPPED: 'stopped',
  ERROR: 'failed',
};

const phaseOf = (state: string): Phase => phases[state] ?? 'working';

const words: { readonly [state: string]: string } = { INITIAL: 'waiting', STARTED: 'running', ERROR: 'failed' };

/** One row a node, in the order of the nodes. */
export const rowsOf = (resources: readonly Resource[]): readonly Row[] =>
  [...Map.groupBy(resources, ({ toscaNodeName }) => toscaNodeName)].map(([node, instances]) => ({
    node,
    type: instances[0]?.toscaNodeType.split('.').at(-1) ?? '',
    states: instances.map(({ state }) => state),
    address: instances.length === 1 ? addressOf(instances[0]) : '',
  }));

/** The public address of a machine, or else the private one, as the provider reported it. */
export const addressOf = (resource: Resource | undefined): string => {
  const text = resource?.metadata['VirtualMachineInfo'];
  if (text === undefined) return '';
  const { vmProperties } = JSON.parse(text) as { vmProperties?: readonly { readonly [name: string]: unknown }[] };
  const system = vmProperties?.find(({ class: kind }) => kind === 'system');
  return `${system?.['net_interface.1.ip'] ?? system?.['net_interface.0.ip'] ?? ''}`;
};

const urgency: readonly Phase[] = ['failed', 'working', 'stopped', 'waiting', 'done'];

/** The most urgent phase of its instances. */
const phaseOfRow = ({ states }: Row): Phase =>
  urgency.find((phase) => states.some((state) => phaseOf(state) === phase)) ?? 'waiting';

const marks: { readonly [phase in Phase]: readonly [mark: string, style: Parameters<Paint>[0]] } = {
  failed: ['✖', 'red'],
  working: ['◐', 'yellow'],
  waiting: ['○', 'dim'],
  stopped: ['■', 'blue'],
  done: ['✔', 'green'],
};

/** More instances than this are only counted. */
const mostSquares = 12;

/** A square for each instance, those that run first. */
const squares = (states: readonly string[], paint: Paint): string =>
  states
    .map(phaseOf)
    .toSorted((one, other) => urgency.indexOf(other) - urgency.indexOf(one))
    .map((phase) => paint(marks[phase][1], phase === 'waiting' ? '□' : '■'))
    .join('');

const stateOf = ({ states }: Row): string => {
  const [first = 'INITIAL', ...others] = states;
  if (others.length === 0) return words[first] ?? first.toLowerCase();
  const running = states.filter((state) => phaseOf(state) === 'done').length;
  const failed = states.filter((state) => phaseOf(state) === 'failed').length;
  return `${running}/${states.length} running${failed > 0 ? `, ${failed} failed` : ''}`;
};

interface Widths {
  readonly node: number;
  /** of the squares: none, when every node has one instance */
  readonly bar: number;
}

const nameOf = ({ node, states }: Row): string => (states.length > 1 ? `${node} ×${states.length}` : node);

const barWidth = ({ states: { length } }: Row): number => (length > 1 && length <= mostSquares ? length + 2 : 0);

const lineOf = (row: Row, widths: Widths, paint: Paint): string => {
  const [mark, style] = marks[phaseOfRow(row)];
  const bar = barWidth(row) > 0 ? squares(row.states, paint) : '';
  const start = `  ${paint(style, mark)} ${padded(nameOf(row), widths.node)}  ${padded(bar, widths.bar)}`;
  return `${start}${padded(stateOf(row), 14)} ${paint('dim', row.address || row.type)}`.trimEnd();
};

/** The rows as lines; at most `most`, the failed and working ones first, and the rest as a sum. */
export const linesOf = (rows: readonly Row[], most: number, paint: Paint): readonly string[] => {
  const widest = (of: (row: Row) => number): number => Math.max(0, ...rows.map(of));
  const widths = { node: widest((row) => nameOf(row).length), bar: widest(barWidth) };
  if (rows.length <= most) return rows.map((row) => lineOf(row, widths, paint));
  const byUrgency = rows.toSorted(
    (one, other) => urgency.indexOf(phaseOfRow(one)) - urgency.indexOf(phaseOfRow(other)),
  );
  const shown = byUrgency.slice(0, Math.max(0, most - 1));
  const rest = byUrgency.slice(shown.length);
  const sums = urgency.flatMap((phase) => {
    const count = rest.filter((row) => phaseOfRow(row) === phase).length;
    return count === 0 ? [] : [`${count} ${phase === 'done' ? 'running' : phase}`];
  });
  return [
    ...shown.map((row) => lineOf(row, widths, paint)),
    paint('dim', `  … ${rest.length} more: ${sums.join(', ')}`),
  ];
};

/** Instances that run, of all. */
export const counted = (rows: readonly Row[]): string => {
  const states = rows.flatMap((row) => row.states);
  return `${states.filter((state) => phaseOf(state) === 'done').length}/${states.length} running`;
};
