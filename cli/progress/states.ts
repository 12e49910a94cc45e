/** What the states of resources mean for a reader. */

import { type TrueState, wordOfNode } from '../../client/index.ts';
import type { Paint } from '../screen/paint.ts';

export type State = TrueState;

export type Phase = 'failed' | 'working' | 'waiting' | 'done' | 'stopped' | 'unmade';

const phases: { readonly [state: string]: Phase } = {
  INITIAL: 'waiting',
  STARTED: 'done',
  STOPPED: 'stopped',
  ERROR: 'failed',
  UNMADE: 'unmade',
};

export const phaseOf = (state: State): Phase => phases[state] ?? 'working';

/** The most urgent one first. */
export const urgency: readonly Phase[] = ['failed', 'working', 'stopped', 'waiting', 'unmade', 'done'];

/** The most urgent phase of several instances. */
export const phaseOfAll = (states: readonly State[]): Phase =>
  urgency.find((phase) => states.some((state) => phaseOf(state) === phase)) ?? 'waiting';

const marks: { readonly [phase in Phase]: readonly [mark: string, style: Parameters<Paint>[0]] } = {
  failed: ['✖', 'red'],
  working: ['◐', 'yellow'],
  waiting: ['○', 'dim'],
  unmade: ['–', 'dim'],
  stopped: ['■', 'blue'],
  done: ['✔', 'green'],
};

export const markOf = (phase: Phase, paint: Paint): string => paint(marks[phase][1], marks[phase][0]);

/** A square for each instance, those that run first. */
export const squares = (states: readonly State[], paint: Paint): string =>
  states
    .map(phaseOf)
    .toSorted((one, other) => urgency.indexOf(other) - urgency.indexOf(one))
    .map((phase) => paint(marks[phase][1], ['waiting', 'working', 'unmade'].includes(phase) ? '□' : '■'))
    .join('');

const words: { readonly [state: string]: string } = {
  INITIAL: 'waiting',
  STARTED: 'running',
  ERROR: 'failed',
  UNMADE: 'not made',
};

/** `running`; of several instances `4/6 running`; of jobs `succeeded` and `4/6 succeeded`. */
export const sumOf = (states: readonly State[], kind?: string): string => {
  const [first = 'INITIAL', ...others] = states;
  if (others.length === 0) return wordOfNode(first, kind, words[first] ?? first.toLowerCase());
  const count = (wanted: Phase): number => states.filter((state) => phaseOf(state) === wanted).length;
  return `${count('done')}/${states.length} ${wordOfNode('STARTED', kind, 'running')}${count('failed') > 0 ? `, ${count('failed')} failed` : ''}`;
};
