import type { Operations, RunPlan } from '../../client/index.ts';
import type { CliContext } from '../context.ts';
import { moment } from './moment.ts';
import { painter } from './paint.ts';
import { table } from './table.ts';

const tones = {
  done: 'green',
  failed: 'red',
  running: 'yellow',
  waiting: 'dim',
  skipped: 'dim',
  stopped: 'yellow',
} as const;

/** Those that failed come first. */
const machinesIn = (all: Machines): string => {
  const sorted = all.toSorted((a, b) => Number(b.is === 'failed') - Number(a.is === 'failed'));
  const words = sorted.slice(0, most).map(({ machine, said = '' }) => `${machine} ${said}`.trim());
  return [...words, ...(all.length > most ? [`and ${all.length - most} more`] : [])].join(', ');
};

/** Machines that are shown of one step. */
const most = 3;

type Machines = readonly { readonly machine: string; readonly is: string; readonly said?: string }[];

/** What became of a run, step by step. */
export const runLines = (cli: CliContext, last: NonNullable<Operations['run']>): readonly string[] => {
  const paint = painter(cli.screen);
  // of an operation that runs alone, the first line has said the rest
  const isAlone = last.steps.length === 1 && last.steps[0]?.what === last.what;
  const rows = last.steps.map(({ step, what, is, why, machines = [] }) => [
    ...(isAlone ? [] : [paint(tones[is], is), what, step === what ? '' : step]),
    why ?? machinesIn(machines),
  ]);
  return [`${last.what}: ${paint(tones[last.is], last.is)}  ${paint('dim', moment(last.acceptedAt))}`, ...table(rows)];
};

/** What a run would do, and where. */
export const planLines = (cli: CliContext, { what, steps, calls }: RunPlan): readonly string[] => {
  const paint = painter(cli.screen);
  const order = steps.map(({ step, what: does, onSuccess, onFailure }) => [
    ...[paint('bold', step), step === does ? '' : does],
    [...onSuccess.map((name) => `then ${name}`), ...onFailure.map((name) => `on failure ${name}`)].join(', '),
  ]);
  const places = calls.map(({ operation, node, on, machines, inputs }) => [
    ...[operation, node, `${machines} of ${on}`],
    Object.entries(inputs)
      .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(' '),
  ]);
  const titles = ['OPERATION', 'NODE', 'MACHINES', 'INPUTS'].map((title) => paint('dim', title));
  return [what, ...(steps.length > 1 ? table(order) : []), ...table([titles, ...places])];
};
