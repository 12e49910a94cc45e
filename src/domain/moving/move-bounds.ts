/** What the operators allow of moves: docs/decisions/0089. */
export interface MoveBounds {
  /** minutes without an answer after which a provider counts as gone */
  readonly afterMins: number;
  /** most moves at a time; 0: nothing moves */
  readonly atOnce: number;
}

export const noMoves: MoveBounds = { afterMins: 120, atOnce: 0 };
