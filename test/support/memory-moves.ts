import type { MoveSlot, MoveStates, MovesStopped } from '../../src/domain/moving/move-states.ts';

/** The moves of an installation, kept in memory; the table's are tested over the real engine. */
export const memoryMoves = (): MoveStates => {
  let kept: { version: number; moves: readonly MoveSlot[] } = { version: 0, moves: [] };
  let stopped: MovesStopped | undefined;
  return {
    inProgress: async () => kept,
    replace: async (version, moves) => {
      if (version !== kept.version) return false;
      kept = { version: version + 1, moves };
      return true;
    },
    stopped: async () => stopped,
    replaceStopped: async (seen, next) => {
      if (seen !== stopped) return false;
      stopped = next;
      return true;
    },
  };
};
