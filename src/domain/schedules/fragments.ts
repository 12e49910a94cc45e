/**
 * Fragments: short pieces of text under which schedules are filed (docs/decisions/0011). A schedule is filed under
 * fragments such that every file that it can match contains one of them; a file looks under all the fragments it contains.
 */

import { type Cover, coversOf } from './file-expression.ts';
import { type File, textOf } from './schedule.ts';

/** Lengths of fragments, in characters: long ones tell more; short ones serve expressions like `.*\.root`. */
const lengths = [8, 3] as const;

/** Fragments of which a schedule's files contain at least one; empty: nothing is known, so every file is compared. */
export type Filing = readonly string[];

/** All the fragments of a file, each once: about twice as many as its name has characters. */
export const fragmentsOfFile = (file: File): readonly string[] => {
  const characters = [...textOf(file)];
  return [...new Set(lengths.flatMap((length) => windows(characters, length)))];
};

const windows = (characters: readonly string[], length: number): readonly string[] =>
  Array.from({ length: Math.max(0, characters.length - length + 1) }, (_, start) =>
    characters.slice(start, start + length).join(''),
  );

/** The fragments under which an expression may be filed, of which counts are wanted. */
export const fragmentsOfExpression = (expression: string): readonly string[] => [
  ...new Set(coversOf(expression).flatMap((cover) => cover.flatMap(fragmentsOfText))),
];

/** More are not asked for: a literal of this length has rare fragments enough. */
const mostOfText = 64;

/** The longest fragments that a text has; none when it is shorter than the shortest. */
const fragmentsOfText = (text: string): readonly string[] => {
  const characters = [...text];
  const length = lengths.find((length) => characters.length >= length);
  return length === undefined ? [] : windows(characters, length).slice(0, mostOfText);
};

/**
 * Where to file an expression: of each alternative of a cover the fragment that has the fewest schedules so far, and the
 * cover whose fullest fragment is the emptiest. What many expressions share, such as the name of the bucket, fills up
 * once and is avoided from then on, so that a file meets few schedules that it does not match.
 */
export const filingOf = (expression: string, counts: ReadonlyMap<string, number>): Filing => {
  const filings = coversOf(expression).flatMap((cover) => filingOfCover(cover, counts) ?? []);
  return filings.toSorted((a, b) => a.rank - b.rank)[0]?.fragments ?? [];
};

interface Ranked {
  readonly rank: number;
  readonly fragments: Filing;
}

/** A short fragment is in many files, so it is taken only where the long ones have so many schedules more. */
const costOfShort = 1_000;

const filingOfCover = (cover: Cover, counts: ReadonlyMap<string, number>): Ranked | undefined => {
  const rank = (fragment: string) =>
    (counts.get(fragment) ?? 0) + ([...fragment].length === lengths[0] ? 0 : costOfShort);
  const rarest = cover.map((text) => first(fragmentsOfText(text), rank));
  if (rarest.some((fragment) => fragment === undefined)) return undefined;
  const fragments = [...new Set(rarest.flatMap((fragment) => fragment ?? []))];
  return { rank: Math.max(...fragments.map(rank)), fragments };
};

/** The one of the lowest rank; of equals the first. */
const first = (fragments: Filing, rank: (fragment: string) => number): string | undefined => {
  let [best, lowest] = [fragments[0], Number.POSITIVE_INFINITY];
  for (const fragment of fragments) {
    const own = rank(fragment);
    if (own < lowest) [best, lowest] = [fragment, own];
  }
  return best;
};
