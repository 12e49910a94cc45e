/**
 * Fragments: short pieces of text under which schedules are filed (docs/decisions/0011). Every file that a schedule can
 * match contains one of its fragments. So a file looks for schedules under all fragments that it contains.
 */

import { type Cover, coversOf } from './covers.ts';
import { type File, textOf } from './schedule.ts';

/** Lengths of fragments, in characters: long ones are more selective; short ones serve expressions like `.*\.root`. */
const lengths = [8, 3] as const;

/**
 * Fragments of which each of a schedule's files contains at least one. Empty: nothing is known, so every file is
 * compared.
 */
export type Filing = readonly string[];

/** All fragments of a file, each once: about twice as many as its name has characters. */
export const fragmentsOfFile = (file: File): readonly string[] => {
  const characters = charactersOf(textOf(file));
  return [...new Set(lengths.flatMap((length) => windows(characters, length)))];
};

/** The text itself where each character is one code unit, as nearly always; that is many times faster. */
const charactersOf = (text: string): string | readonly string[] => (/[\ud800-\udfff]/.test(text) ? [...text] : text);

const windows = (characters: string | readonly string[], length: number): readonly string[] => {
  const found: string[] = [];
  for (let start = 0; start + length <= characters.length; start += 1) {
    const some = characters.slice(start, start + length);
    found.push(typeof some === 'string' ? some : some.join(''));
  }
  return found;
};

/** The fragments under which an expression may be filed; their counts decide. */
export const fragmentsOfExpression = (expression: string): readonly string[] => [
  ...new Set(coversOf(expression).flatMap((cover) => cover.flatMap(fragmentsOfText))),
];

/** Most fragments of one text: a literal of this length has enough rare fragments. */
const mostOfText = 64;

/** The fragments of a text, of the greatest length that fits; empty when the text is too short for any. */
const fragmentsOfText = (text: string): readonly string[] => {
  const characters = charactersOf(text);
  const length = lengths.find((length) => characters.length >= length);
  return length === undefined ? [] : windows(characters, length).slice(0, mostOfText);
};

/**
 * Where to file an expression. For each alternative of a cover it takes the fragment with the fewest schedules; of the
 * covers it takes the one whose fullest fragment is the least full. A text that many expressions share, such as the name
 * of the bucket, fills up once and is then avoided. So a file meets few schedules that it does not match.
 */
export const filingOf = (expression: string, counts: ReadonlyMap<string, number>): Filing => {
  const filings = coversOf(expression).flatMap((cover) => filingOfCover(cover, counts) ?? []);
  return filings.toSorted((a, b) => a.rank - b.rank)[0]?.fragments ?? [];
};

interface Ranked {
  readonly rank: number;
  readonly fragments: Filing;
}

/** A short fragment is in many files, so it is used only if the long ones have this many more schedules. */
const costOfShort = 1_000;

const filingOfCover = (cover: Cover, counts: ReadonlyMap<string, number>): Ranked | undefined => {
  const rank = (fragment: string) =>
    (counts.get(fragment) ?? 0) + (charactersOf(fragment).length === lengths[0] ? 0 : costOfShort);
  const rarest = cover.map((text) => first(fragmentsOfText(text), rank));
  if (rarest.some((fragment) => fragment === undefined)) return undefined;
  const fragments = [...new Set(rarest.flatMap((fragment) => fragment ?? []))];
  return { rank: Math.max(...fragments.map(rank)), fragments };
};

/** The fragment with the lowest rank; of equals the first. */
const first = (fragments: Filing, rank: (fragment: string) => number): string | undefined => {
  let [best, lowest] = [fragments[0], Number.POSITIVE_INFINITY];
  for (const fragment of fragments) {
    const own = rank(fragment);
    if (own < lowest) [best, lowest] = [fragment, own];
  }
  return best;
};
