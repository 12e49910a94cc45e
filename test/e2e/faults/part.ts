/** Drives a part of the matrix in this process. */

import { inspect } from 'node:util';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { drive } from './cell.ts';
import { expectedOf } from './expected.ts';
import { startHouse } from './house.ts';
import type { Outcome } from './judge.ts';
import { type Kind, kinds } from './kinds.ts';
import type { Cell } from './subject.ts';

export interface Driven {
  readonly call: string;
  readonly operation: string;
  readonly kind: Kind;
  readonly result: Outcome['result'];
  readonly reason: string;
  /** empty: all is as it should be */
  readonly wrong: readonly string[];
}

/** Every cell of the calls whose name matches. */
export const cellsOf = (pattern: RegExp): readonly Cell[] =>
  calls
    .filter(({ name }) => pattern.test(name))
    .flatMap((call) =>
      call.operations.flatMap((operation) => kindsOf(call).map((kind) => ({ call, operation, kind }))),
    );

/** A part that no chance decides on: every call with every fault, in one of its operations each, and in another with the next fault. */
export const sampleOf = (cells: readonly Cell[]): readonly Cell[] =>
  [...Map.groupBy(cells, ({ call }) => call.name).values()].flatMap((row, at) =>
    row.filter(({ call: { operations }, kind, operation }) => {
      const turn = (at + kinds.indexOf(kind)) % operations.length;
      return operations[turn] === operation;
    }),
  );

/** Most calls carry no token of the user, and are not made in the session of a role. */
const kindsOf = ({ usersToken = false, inSession = false }: Call): readonly Kind[] =>
  kinds.filter((kind) => (kind !== 'stale' || usersToken) && (kind !== 'expired' || inSession));

export const drivePart = async (cells: readonly Cell[], tell: (driven: Driven) => Promise<void>): Promise<void> => {
  const house = await startHouse();
  try {
    for (const cell of cells) {
      const { result, reason, problems } = await settled(() => drive(house, cell));
      const expected = expectedOf(cell);
      const unexpected = result === expected ? [] : [`it is ${result}, and should be ${expected}: ${reason}`];
      const { call, operation, kind } = cell;
      await tell({ call: call.name, operation, kind, result, reason, wrong: [...problems, ...unexpected] });
    }
  } finally {
    await house.stop();
  }
};

/** A cell that breaks is wrong, and stops no other. */
const settled = async (run: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return await run();
  } catch (error) {
    return { result: 'neither', reason: '', problems: [`it broke: ${inspect(error)}`] };
  }
};
