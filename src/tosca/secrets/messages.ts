import type { Json } from '../topology.ts';
import { textsOf, withoutKnown } from './known.ts';
import { mask } from './material.ts';
import type { Cleaned } from './values.ts';

/** Messages quote the beginning of a wrong value, so a quote may end with the beginning of a secret. */
const shortest = 4;

/** Masks these values in messages of problems. */
export function messagesWithout(secrets: readonly Json[]): Cleaned {
  const without = withoutKnown(secrets);
  const texts = secrets.flatMap(textsOf).map((text) => JSON.stringify(text).slice(1, -1));
  const beginning = (quote: string): number => texts.reduce((most, text) => Math.max(most, overlap(quote, text)), 0);
  return (message) =>
    cutQuotesOf(without(message))
      .map(({ before, quote }) => {
        const length = beginning(quote);
        return length < shortest ? `${before}${quote}` : `${before}${quote.slice(0, -length)}${mask}`;
      })
      .join('');
}

const cutEnd = '..."';

/** Splits a message before the end of each quote that was cut. The last part has no quote. */
function cutQuotesOf(message: string): readonly { readonly before: string; readonly quote: string }[] {
  const parts: { before: string; quote: string }[] = [];
  let from = 0;
  for (let end = message.indexOf(cutEnd); end >= 0; end = message.indexOf(cutEnd, end + 1)) {
    const start = openingBefore(message, from, end);
    if (start < 0) continue;
    parts.push({ before: message.slice(from, start), quote: message.slice(start, end) });
    from = end;
  }
  return [...parts, { before: message.slice(from), quote: '' }];
}

/** The position of the last quotation mark in this range that no backslash is before, or -1. */
function openingBefore(message: string, from: number, end: number): number {
  for (let at = end - 1; at >= from; at -= 1) if (message[at] === '"' && message[at - 1] !== '\\') return at;
  return -1;
}

/** The length of the longest end of one text that is the beginning of the other. */
function overlap(end: string, beginning: string): number {
  for (let length = Math.min(end.length, beginning.length); length >= shortest; length -= 1)
    if (end.endsWith(beginning.slice(0, length))) return length;
  return 0;
}
