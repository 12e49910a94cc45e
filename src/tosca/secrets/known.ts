/** Removes secrets that are known, such as the value of an input, from texts that others wrote. */

import { toBase64 } from './base64.ts';
import { mask, withoutSecretText } from './material.ts';
import { plainText, type Range, withoutBlanks } from './plain-text.ts';
import { type Cleaned, isPublicMember } from './values.ts';

/** A shorter secret could be any word or number; masking it would make texts unreadable. */
const shortest = 4;

/** Also masks what looks like a secret. */
export const cleanerOf = (secrets: readonly unknown[]): Cleaned => {
  const without = withoutKnown(secrets);
  return (text) => withoutSecretText(without(text));
};

/** Masks these secrets in a text, in every spelling, and leaves everything else. */
export const withoutKnown = (secrets: readonly unknown[]): Cleaned => {
  const searches = [...new Set(secrets.flatMap(textsOf))].flatMap(searchesFor);
  if (searches.length === 0) return (text) => text;
  return (text) => {
    const plain = plainText(text);
    return masked(
      text,
      searches.flatMap((search) => search(text, plain)),
    );
  };
};

/** All texts and numbers in a value, without the public members of a credential. */
export const textsOf = (secret: unknown): readonly string[] => {
  if (typeof secret === 'string' || typeof secret === 'number') return [`${secret}`];
  if (typeof secret !== 'object' || secret === null) return [];
  return Object.entries(secret).flatMap(([name, member]) =>
    isPublicMember(name) && typeof member !== 'object' ? [] : textsOf(member),
  );
};

/** Finds a secret in a text, and in the same text without its escapes. */
type Search = (text: string, plain: ReturnType<typeof plainText>) => readonly Range[];

const searchesFor = (secret: string): readonly Search[] => [
  ...asItIs(secret).map(exactly),
  ...(isNumber(secret) ? [] : [...new Set([plainText(secret)[0], withoutBlanks(secret)])].map(inEscapes(secret))),
  ...(isLong(secret) ? base64Of(secret) : []),
];

const isLong = ({ length }: string): boolean => length >= shortest;

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** In JSON too, which may have escapes for signs that nobody sees; logs show the lines of a long secret one by one. */
const asItIs = (text: string): readonly string[] => [
  ...new Set([
    text,
    JSON.stringify(text).slice(1, -1),
    ...inUrls(text),
    ...(text.includes('\n') ? text.split('\n').map((line) => line.trim()) : []),
  ]),
];

/** The search without escapes leaves blanks out: it finds no secret that is too short then, and not the blanks at the ends of one. */
const inUrls = (text: string): readonly string[] => {
  const isFound = isLong(withoutBlanks(text)) && ![text.charAt(0), text.slice(-1)].map(withoutBlanks).includes('');
  if (!isLong(text) || isFound || !text.isWellFormed()) return [];
  const encoded = encodeURIComponent(text);
  return [encoded, encoded.replace(/%../g, (one) => one.toLowerCase()), encoded.replaceAll('%20', '+')];
};

/** A number matches only alone, and not as part of a longer number. */
const exactly =
  (sought: string): Search =>
  (text) =>
    occurrences(text, sought).filter(
      ([start, end]) => !isNumber(sought) || !/\d/.test(`${text[start - 1] ?? ''}${text[end] ?? ''}`),
    );

/** A shorter text may stand by chance at the end of one line and at the beginning of the next one. */
const shortestBroken = 8;

/** A secret may look like an escape itself, so there are two readings of it. */
const inEscapes =
  (secret: string) =>
  (sought: string): Search => {
    const mayBeBroken = sought.length >= shortestBroken || /[\s+]/.test(secret);
    return (text, [plain, inOriginal]) =>
      occurrences(plain, sought)
        .map(inOriginal)
        .map(([start, end]): Range => [start - backslashesBefore(text, start, sought), end])
        .filter(([start, end]) => mayBeBroken || !/[\s+]|\\[rnt]/.test(text.slice(start, end)));
  };

/** A quotation mark and the backslash before it go together: JSON stays JSON. */
const backslashesBefore = (text: string, start: number, sought: string): number => {
  if (/^\w/.test(sought)) return 0;
  let first = start;
  while (text[first - 1] === '\\') first -= 1;
  return start - first;
};

/**
 * Within a longer encoded text, such as `user:password`, a secret has other digits, which depend on where it begins. These
 * hold nothing but the secret; the one before and the one behind them may hold a part of it.
 */
const base64Of = (secret: string): readonly Search[] =>
  [0, 2, 3].flatMap((skipped) => {
    const before = skipped && skipped - 1;
    const bits = (new TextEncoder().encode(secret).length + before) * 8;
    const digits = toBase64('x'.repeat(before) + secret).slice(skipped, Math.floor(bits / 6));
    if (before > 0 && digits.length < shortestBroken) return [];
    // of URLs too, where base64 has other digits (RFC 4648 section 5)
    const spellings = new Set([digits, digits.replaceAll('+', '-').replaceAll('/', '_')]);
    return [...spellings].map(
      (sought): Search =>
        (text, [plain, inOriginal]) => {
          const isDigit = (at: number): number => Number(/[\w+/-]/.test(text.charAt(at)));
          return occurrences(plain, withoutBlanks(sought)).map((part) => {
            const [start, end] = inOriginal(part);
            return [start - (before > 0 ? isDigit(start - 1) : 0), end + (bits % 6 > 0 ? isDigit(end) : 0)];
          });
        },
    );
  });

const occurrences = (text: string, sought: string): readonly Range[] => {
  const all: Range[] = [];
  if (!isLong(sought)) return all;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length))
    all.push([at, at + sought.length]);
  return all;
};

/** One mask for ranges that overlap. */
const masked = (text: string, ranges: readonly Range[]): string => {
  let shown = '';
  let at = 0;
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    if (start >= at) shown += text.slice(at, start) + mask;
    at = Math.max(at, end);
  }
  return at === 0 ? text : shown + text.slice(at);
};
