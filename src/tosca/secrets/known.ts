/** Removes secrets that are known, such as the value of an input, from texts that others wrote. */

import { toBase64 } from './base64.ts';
import { mask, withoutSecretText } from './material.ts';
import { type PlainText, plainText, type Range, withoutBlanks } from './plain-text.ts';
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
    const read = onlyOnce(() => plainText(text));
    return masked(
      text,
      searches.flatMap((search) => search(text, read)),
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
type Search = (text: string, read: () => PlainText) => readonly Range[];

const searchesFor = (secret: string): readonly Search[] => [
  ...[...new Set(spellings(secret))].filter(isLong).map(exactly),
  ...(isLong(secret) && !isNumber(secret) ? escapesOf(secret).map((sought) => inAnyEscape(secret, sought)) : []),
  ...(isLong(secret) ? base64Of(secret).map(inBase64) : []),
];

const isLong = ({ length }: string): boolean => length >= shortest;

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** As is, in JSON, in a URL; logs show the lines of a long secret one by one. */
const spellings = (text: string): readonly string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text.toWellFormed()),
  ...(text.includes('\n') ? text.split('\n').map((line) => line.trim()) : []),
];

/** A number matches only alone, and not as part of a longer number. */
const exactly =
  (spelling: string): Search =>
  (text) =>
    occurrences(text, spelling).filter(
      ({ start, end }) => !isNumber(spelling) || !/\d/.test(`${text[start - 1] ?? ''}${text[end] ?? ''}`),
    );

/** A shorter text may stand by chance at the end of one line and at the beginning of the next one. */
const shortestBroken = 8;

/** A secret may look like an escape itself, which a text may have undone or not. */
const escapesOf = (secret: string): readonly string[] => [...new Set([plainText(secret).text, withoutBlanks(secret)])];

const inAnyEscape = (secret: string, sought: string): Search => {
  const mayBeBroken = sought.length >= shortestBroken || /[\s+]/.test(secret);
  return (text, read) =>
    found(read(), sought)
      .map(({ start, end }) => ({ start: start - backslashesBefore(text, start, sought), end }))
      .filter(({ start, end }) => mayBeBroken || !/[\s+]|\\[rnt]/.test(text.slice(start, end)));
};

/** A quotation mark and the backslash before it go together: JSON stays JSON. */
const backslashesBefore = (text: string, start: number, sought: string): number => {
  if (/^\w/.test(sought)) return 0;
  let first = start;
  while (text[first - 1] === '\\') first -= 1;
  return start - first;
};

interface Encoded {
  /** the digits that hold nothing but the secret */
  readonly digits: string;
  /** whether the digit before and the digit after hold a part of it */
  readonly isPartBefore: boolean;
  readonly isPartAfter: boolean;
}

/** Within a longer encoded text, such as `user:password`, a secret has other digits, which depend on where it begins. */
const base64Of = (secret: string): readonly Encoded[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = new TextEncoder().encode(secret).length + before;
    const digits = toBase64('x'.repeat(before) + secret).slice(before && before + 1, Math.floor((bytes * 8) / 6));
    const one = { digits, isPartBefore: before > 0, isPartAfter: bytes % 3 > 0 };
    return before > 0 && digits.length < shortestBroken ? [] : spelledBase64(one);
  });

/** Of URLs too, where base64 has other digits (RFC 4648 section 5). */
const spelledBase64 = (one: Encoded): readonly Encoded[] => {
  const ofUrls = one.digits.replaceAll('+', '-').replaceAll('/', '_');
  return ofUrls === one.digits ? [one] : [one, { ...one, digits: ofUrls }];
};

const inBase64 = ({ digits, isPartBefore, isPartAfter }: Encoded): Search => {
  const { text: sought } = plainText(digits);
  const isPart = (text: string, at: number): number => Number(/[\w+/-]/.test(text[at] ?? ''));
  return (text, read) =>
    found(read(), sought).map(({ start, end }) => ({
      start: start - (isPartBefore ? isPart(text, start - 1) : 0),
      end: end + (isPartAfter ? isPart(text, end) : 0),
    }));
};

const found = ({ text, original }: PlainText, sought: string): readonly Range[] =>
  occurrences(text, sought).map(({ start, end }) => original(start, end));

const occurrences = (text: string, sought: string): readonly Range[] => {
  const all: Range[] = [];
  if (!isLong(sought)) return all;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length))
    all.push({ start: at, end: at + sought.length });
  return all;
};

/** One mask for ranges that overlap. */
const masked = (text: string, ranges: readonly Range[]): string => {
  let shown = '';
  let at = 0;
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (start >= at) shown += text.slice(at, start) + mask;
    at = Math.max(at, end);
  }
  return at === 0 ? text : shown + text.slice(at);
};

const onlyOnce = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
