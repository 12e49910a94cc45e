import type { Attempt } from '../record/attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';

/** The attempt that a line belongs to; undefined: no attempt. */
type Place = Pick<Attempt, 'number' | 'loggedInAll'> | undefined;

/**
 * The kinds of lines, in the order in which they happen within one instant. Names of stored pieces hold the place of a kind, so a new
 * one is added at the end: a step that runs again after an upgrade writes the piece that it wrote before.
 */
const lineKinds = [
  'update',
  'altered',
  'removed',
  'asked',
  'taken',
  'reachable',
  'unreachable',
  'failed',
  'destroying',
  'refused',
  'destroyed',
  'given-up',
  'outputs',
  'interrupted',
  'ended',
  'twin',
  'drift',
  'repair',
  'login',
  'run',
] as const;
export type LineKind = (typeof lineKinds)[number];

interface Line {
  /** ISO 8601 instant: a step that runs twice writes the same one */
  readonly at: string;
  readonly what: LineKind;
  readonly text: string;
}

/**
 * Adds a line of our own to a deployment's log, after what the provider's log had by then and before what it adds later.
 * The pieces of a log sort by name: those of the provider are named by the number of characters before them
 * (copy-log.ts).
 */
export const appendLogLine = (
  { files }: Pick<LifecyclePorts, 'files'>,
  deploymentId: string,
  place: Place,
  { at, what, text }: Line,
): Promise<void> =>
  files.appendLog(deploymentId, `${nameOf(place)}-${at}-${offset(lineKinds.indexOf(what))}`, `${at} ${text}\n`);

const nameOf = (place: Place): string =>
  place === undefined ? '9999' : `${pieceOf(place.number)}-${afterPiece(place.loggedInAll ?? 0)}`;

/** Sorts after the piece that ends there and before the piece that will start there. */
const afterPiece = (logged: number): string => (logged === 0 ? '!' : `${offset(logged - 1)}_`);

/** Pads the number, so that the pieces of attempts sort by number. */
export const pieceOf = (number: number): string => `${number}`.padStart(4, '0');

/** Pads the number of characters of the provider's log before a piece. */
export const offset = (characters: number): string => `${characters}`.padStart(12, '0');
