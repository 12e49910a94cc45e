import type { Card, DrawnNode } from './cards.ts';
import type { Size } from './geometry.ts';

/** More instances than these are summed up as `+152`. */
export const mostSquares = 48;

/** In pixels; topology.css draws with the same numbers. */
const measures = {
  width: 264,
  head: 60,
  hosted: 32,
  square: 12,
  gap: 4,
  squaresInRow: 14,
  address: 24,
  foot: 10,
  dense: { width: 176, height: 36 },
} as const;

/** A machine that exists has an address sooner or later. Its place is kept, so that nothing moves when it comes. */
export const mayHaveAddress = ({ kind }: DrawnNode): boolean => kind === 'compute' || kind === 'container';

const squaresOf = (count: number): number => (count > 1 ? Math.min(count, mostSquares) : 0);

/**
 * It depends on the structure only, never on a state: what a poll brings cannot move a card. `instances`: how many exist;
 * undefined: none yet, as in a plan.
 */
export function sizeOf({ host, hosted }: Card, instances: number | undefined, dense: boolean): Size {
  if (dense) return measures.dense;
  const count = instances ?? host.count;
  const more = count > mostSquares ? 1 : 0;
  const rows = Math.ceil((squaresOf(count) + more * 3) / measures.squaresInRow);
  const squares = rows * (measures.square + measures.gap) + (rows > 0 ? measures.gap : 0);
  const address = instances !== undefined && mayHaveAddress(host) ? measures.address : 0;
  const height = measures.head + hosted.length * measures.hosted + squares + address;
  return { width: measures.width, height: height + (height > measures.head ? measures.foot : 0) };
}
