import type { DeploymentView, Operations } from '../../../../client/types.ts';
import type { Json } from '../../../../src/tosca/topology.ts';
import type { Values } from '../../../editor/checking.ts';
import { numberOf } from '../../../forms/values.ts';
import type { State, Tone } from '../../../states/tones.ts';

export type Run = NonNullable<Operations['run']>;
export type Step = Run['steps'][number];
type Declared = Operations['workflows'][number]['inputs'];

/** Something of the template that can be run. */
export type Choice =
  | {
      readonly is: 'workflow';
      readonly key: string;
      readonly name: string;
      readonly words: string;
      readonly about?: string;
      /** why it cannot run here, as far as is known before a dry run */
      readonly refused?: string;
      readonly inputs: Declared;
    }
  | {
      readonly is: 'operation';
      readonly key: string;
      readonly of: Pick<Operations['operations'][number], 'node' | 'requirement' | 'interface' | 'operation'>;
      readonly words: string;
      /** names of those that have a value */
      readonly inputs: readonly string[];
    };

const ofNode = ({ node, requirement }: { readonly node: string; readonly requirement?: string }): string =>
  requirement === undefined ? node : `${node}, ${requirement}`;

/** Workflows first: who wrote the template wrote them to be run. */
export const choicesOf = ({
  workflows,
  operations,
}: Pick<Operations, 'workflows' | 'operations'>): readonly Choice[] => [
  ...workflows.map(
    ({ name, description, refused, inputs }): Choice => ({
      ...{ is: 'workflow', key: `workflow ${name}`, name, words: `Workflow ${name}`, inputs },
      ...(description !== undefined && { about: description }),
      ...(refused !== undefined && { refused }),
    }),
  ),
  ...operations.map(({ inputs, ...of }): Choice => {
    const words = `${of.interface}.${of.operation} of ${ofNode(of)}`;
    return { is: 'operation', key: `operation ${words}`, of, words, inputs };
  }),
];

/** Statuses in which the service runs something; after a failed update only if that was a run or a move, which left all as it was. */
export const canRun = ({ may, status, operation }: Pick<DeploymentView, 'may' | 'status' | 'operation'>): boolean => {
  if (!may.change) return false;
  if (status === 'UPDATE_FAILED') return operation.runs !== undefined || operation.moves !== undefined;
  return status === 'CREATE_COMPLETE' || status === 'UPDATE_COMPLETE';
};

/** Why nothing can be run now, and what to do; undefined: something can. */
export const whyNot = (
  view: Pick<DeploymentView, 'may' | 'status' | 'operation'>,
  { possible, why }: Pick<Operations, 'possible' | 'why'>,
): string | undefined => {
  const { may, status } = view;
  if (!possible) return `Nothing can be run here: ${why ?? 'its provider runs no single operation'}.`;
  if (!may.change) return 'Its owner, managers of its group and administrators can run them.';
  if (canRun(view)) return undefined;
  if (status.endsWith('_IN_PROGRESS')) return 'They can be run once the operation that is in progress has ended.';
  return status === 'UPDATE_FAILED'
    ? 'The last update failed, so nobody knows what they would meet: update the deployment, or go back to an earlier version.'
    : 'They can be run once the deployment stands.';
};

const states: { readonly [S in Run['is'] | Step['is']]: State } = {
  waiting: { tone: 'waiting', word: 'waits' },
  running: { tone: 'working', word: 'running' },
  done: { tone: 'running', word: 'done' },
  failed: { tone: 'failed', word: 'failed' },
  stopped: { tone: 'off', word: 'stopped' },
  skipped: { tone: 'unmade', word: 'left out' },
};

/** A state that a newer service has and this page does not know is shown by its own word. */
export const runState = (is: string): State =>
  Object.hasOwn(states, is) ? states[is as keyof typeof states] : { tone: 'waiting' satisfies Tone, word: is };

/** Milliseconds until the run is read again: what machines do changes the view only at the end of a step. */
export const runPause = ({ run }: Operations): number => (run?.is === 'running' ? 3_000 : Number.POSITIVE_INFINITY);

/**
 * What somebody typed for an input of an operation, whose type nobody tells: as JSON where it is a list, a map, a text in quotes, or
 * true or false; a number; else a text. Undefined: nothing.
 */
export const valueTyped = (text: string): Json | undefined => {
  const trimmed = text.trim();
  if (/^(["[{]|(true|false)$)/.test(trimmed)) {
    try {
      return JSON.parse(trimmed) as Json;
    } catch {
      return text; // it only begins like one
    }
  }
  return /^[-+]?(\d+|\d*\.\d+)$/.test(trimmed) ? numberOf(trimmed) : trimmed === '' ? undefined : text;
};

/** The inputs that have something typed in. */
export const valuesTyped = (typed: { readonly [name: string]: string }): Values =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => {
      const value = valueTyped(text);
      return value === undefined || name.trim() === '' ? [] : [[name.trim(), value]];
    }),
  );
