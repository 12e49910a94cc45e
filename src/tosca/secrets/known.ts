/** Removes secrets that are known, such as the value of an input, from texts that others wrote. */

import { toBase64 } from './base64.ts';
import { mask, withoutSecretText } from './material.ts';
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
  const texts = [...new Set(secrets.flatMap(textsOf).flatMap(spellings))].filter((text) => text.length >= shortest);
  if (texts.length === 0) return (text) => text;
  // longest first, since one secret may contain another
  const longestFirst = texts.toSorted((a, b) => b.length - a.length).map(pattern);
  const known = new RegExp(longestFirst.join('|'), 'g');
  return (text) => text.replace(known, mask);
};

/** All texts and numbers in a value, without the public members of a credential. */
export const textsOf = (secret: unknown): readonly string[] => {
  if (typeof secret === 'string' || typeof secret === 'number') return [`${secret}`];
  if (typeof secret !== 'object' || secret === null) return [];
  return Object.entries(secret).flatMap(([name, member]) =>
    isPublicMember(name) && typeof member !== 'object' ? [] : textsOf(member),
  );
};

/** Spellings of a secret: as is, in JSON, in a URL, in base64; logs show the lines of a long secret one by one. */
const spellings = (text: string): readonly string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text.toWellFormed()),
  toBase64(text),
  ...(text.includes('\n') ? text.split('\n').map((line) => line.trim()) : []),
];

/** A number matches only alone, and not as part of a longer number. */
const pattern = (text: string): string =>
  /^\d+$/.test(text) ? `(?<!\\d)${text}(?!\\d)` : text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
