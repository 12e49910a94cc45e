import type { Json } from '../topology.ts';
import { textsOf, withoutKnown } from './known.ts';
import { mask } from './material.ts';
import type { Cleaned } from './values.ts';

/** Messages quote the beginning of a wrong value, so a quote may end with the beginning of a secret. */
const shortest = 4;
const cutQuote = /("(?:[^"\\]|\\.)*)\.\.\."/g;

/** Masks these values in messages of problems. */
export function messagesWithout(secrets: readonly Json[]): Cleaned {
  const without = withoutKnown(secrets);
  const texts = secrets.flatMap(textsOf).map((text) => JSON.stringify(text).slice(1, -1));
  const beginning = (quote: string): number => Math.max(0, ...texts.map((text) => overlap(quote, text)));
  return (message) =>
    without(message).replaceAll(cutQuote, (found, quote: string) => {
      const length = beginning(quote);
      return length < shortest ? found : `${quote.slice(0, -length)}${mask}"`;
    });
}

/** The length of the longest end of one text that is the beginning of the other. */
function overlap(end: string, beginning: string): number {
  for (let length = Math.min(end.length, beginning.length); length >= shortest; length -= 1)
    if (end.endsWith(beginning.slice(0, length))) return length;
  return 0;
}
