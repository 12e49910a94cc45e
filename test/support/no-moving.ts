import { noMoves } from '../../src/domain/moving/move-bounds.ts';
import type { MoveStates } from '../../src/domain/moving/move-states.ts';

const never = async (): Promise<never> => {
  throw new Error('no move is expected');
};

/** An installation that allows no moves. */
export const noMoving = {
  moving: noMoves,
  moveStates: { inProgress: never, replace: never, stopped: never, replaceStopped: never } satisfies MoveStates,
};
