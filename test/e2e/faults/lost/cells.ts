/** Which answers are lost, in which way. */

import { type Change, type Mode, modes } from './recorder.ts';

/** In which ways a lost call can be made again. */
export const modesOf = ({ isAws, inWorkflow, isCallback }: Change): readonly Mode[] =>
  isCallback
    ? ['lost']
    : modes.filter((mode) => (mode !== 'repeated' || isAws) && (mode !== 'restarted' || inWorkflow));

export interface LostCell {
  readonly scenario: string;
  readonly at: number;
  readonly call: string;
  readonly mode: Mode;
}

export const lostCellsOf = (scenario: string, changes: readonly Change[]): readonly LostCell[] =>
  changes.flatMap((change, at) => modesOf(change).map((mode) => ({ scenario, at, call: change.name, mode })));

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
