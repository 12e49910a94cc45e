import { mask } from './mask.ts';

/** Masks what stands behind each place that a rule finds, if it is a password. */
export const withMasks = (
  text: string,
  begins: RegExp,
  secret: RegExp,
  isPassword: (index: number, word: string) => boolean,
): string => {
  const seen: string[] = [];
  let at = 0;
  for (const { 0: before, index } of text.matchAll(begins)) {
    const start = index + before.length;
    secret.lastIndex = start;
    const word = index < at ? undefined : secret.exec(text)?.[0];
    if (word === undefined || !isPassword(index, word)) continue;
    seen.push(text.slice(at, start), mask);
    at = start + word.length;
  }
  return at === 0 ? text : `${seen.join('')}${text.slice(at)}`;
};
