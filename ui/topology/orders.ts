import type { Block } from './blocks.ts';

/** How many orders are tried: a picture of a few blocks is laid out in milliseconds, one of 100 is laid out once. */
const triesFor = (blocks: number): number => Math.max(1, Math.min(8, Math.floor(120 / blocks)));

/** The same every time, so that a picture looks the same at each visit. */
export function orders(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const tries = triesFor(blocks.length);
  return Array.from({ length: tries }, (_, index) => {
    if (index === 0) return blocks;
    return index === 1 ? blocks.toReversed() : shuffled(blocks, index);
  });
}

/** Numbers of the generator mulberry32: from 0 up to, but not including, 1. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const shuffled = (blocks: readonly Block[], seed: number): readonly Block[] => {
  const random = randoms(seed);
  return blocks
    .map((block) => ({ block, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ block }) => block);
};
