/** Which answers are lost, in which way. */

import { type Change, type Loss, type Mode, modes } from './recorder.ts';

/** In which ways a lost call can be made again. */
export const modesOf = ({ isAws, inWorkflow, isCallback }: Change): readonly Mode[] =>
  isCallback
    ? ['lost']
    : modes.filter((mode) => (mode !== 'repeated' || isAws) && (mode !== 'restarted' || inWorkflow));

export interface LostCell extends Loss {
  readonly scenario: string;
}

/** In the same order for the same calls, whichever of them came first. */
export const lostCellsOf = (scenario: string, changes: readonly Change[]): readonly LostCell[] =>
  changes
    .toSorted((one, other) => (one.name === other.name ? one.nth - other.nth : one.name < other.name ? -1 : 1))
    .flatMap((change) => modesOf(change).map((mode) => ({ scenario, call: change.name, nth: change.nth, mode })));

/** Each kind of call once, its ways and its operations by turns; and each operation in each way. No chance decides. */
export const lostSampleOf = (cells: readonly LostCell[]): readonly LostCell[] => {
  const byCall = [...Map.groupBy(cells, ({ call }) => call).values()];
  const turns = byCall.flatMap((some, turn) => some[(turn * 5) % some.length] ?? []);
  const has = (of: LostCell) => turns.some(({ scenario, mode }) => scenario === of.scenario && mode === of.mode);
  const missing = Map.groupBy(
    cells.filter((cell) => !has(cell)),
    ({ scenario, mode }) => `${scenario}, ${mode}`,
  );
  const others = [...missing.values()].flatMap((some, turn) => some[(turn * 5) % some.length] ?? []);
  return cells.filter((cell) => turns.includes(cell) || others.includes(cell));
};
