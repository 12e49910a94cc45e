import type { Attempt } from '../record/attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';

/** The attempt that a line belongs to; none: what happened after, or without, any of them. */
type Place = Pick<Attempt, 'number' | 'loggedInAll'> | undefined;

/** What is told, in the order in which it happens within one instant. */
const moments = [
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
] as const;

interface Line {
  /** ISO 8601 instant: a step that runs twice tells of the same one */
  readonly at: string;
  readonly what: (typeof moments)[number];
  readonly text: string;
}

/**
 * A line of our own in a deployment's log, between what the provider's log had said by then and what it says after. The
 * pieces of a log are sorted by their names: those of the provider are named by how much came before them (follow-log.ts).
 */
export const narrate = (
  { files }: Pick<LifecyclePorts, 'files'>,
  deploymentId: string,
  place: Place,
  { at, what, text }: Line,
): Promise<void> =>
  files.appendLog(deploymentId, `${nameOf(place)}-${at}-${offset(moments.indexOf(what))}`, `${at} ${text}\n`);

const nameOf = (place: Place): string =>
  place === undefined ? '9999' : `${pieceOf(place.number)}-${afterPiece(place.loggedInAll ?? 0)}`;

/** Between the piece that ended there, which began before, and the one that will begin there. */
const afterPiece = (logged: number): string => (logged === 0 ? '!' : `${offset(logged - 1)}_`);

/** Pieces of attempts stand in the order of their numbers. */
export const pieceOf = (number: number): string => `${number}`.padStart(4, '0');

/** How much of the provider's log came before a piece. */
export const offset = (characters: number): string => `${characters}`.padStart(12, '0');

/** Without the provider's log, which stands in ours already. */
export const withoutLog = (reason: string): string => reason.split('\ncontextualization message')[0] ?? reason;
