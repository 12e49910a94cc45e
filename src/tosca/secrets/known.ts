/** Secrets that are known, such as the value of an input, taken out of texts that somebody else wrote. */

import { mask, withoutSecretText } from './material.ts';
import { type Cleaned, isPublicMember } from './values.ts';

/** What is shorter could be any word or number, and a text without it would say nothing. */
const shortest = 4;

/** Takes out what looks like a secret too. */
export const cleanerOf = (secrets: readonly unknown[]): Cleaned => {
  const without = withoutKnown(secrets);
  return (text) => withoutSecretText(without(text));
};

/** Takes these secrets out of a text, in whatever way they are written, and leaves everything else. */
export const withoutKnown = (secrets: readonly unknown[]): Cleaned => {
  const texts = [...new Set(secrets.flatMap(textsOf).flatMap(spellings))].filter((text) => text.length >= shortest);
  if (texts.length === 0) return (text) => text;
  // the longest first, since one may hold another
  const longestFirst = texts.toSorted((a, b) => b.length - a.length).map(pattern);
  const known = new RegExp(longestFirst.join('|'), 'g');
  return (text) => text.replace(known, mask);
};

/** All texts and numbers in a value; of a credential not the name of its user. */
export const textsOf = (secret: unknown): readonly string[] => {
  if (typeof secret === 'string' || typeof secret === 'number') return [`${secret}`];
  if (typeof secret !== 'object' || secret === null) return [];
  return Object.entries(secret).flatMap(([name, member]) =>
    isPublicMember(name) && typeof member !== 'object' ? [] : textsOf(member),
  );
};

/** As it is, in JSON, in an address, in base64; logs show the lines of a long one singly. */
const spellings = (text: string): readonly string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text.toWellFormed()),
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
  ...(text.includes('\n') ? text.split('\n').map((line) => line.trim()) : []),
];

/** A number is one on its own, and no part of a longer one. */
const pattern = (text: string): string =>
  /^\d+$/.test(text) ? `(?<!\\d)${text}(?!\\d)` : text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
