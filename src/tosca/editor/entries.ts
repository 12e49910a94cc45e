/** Reads keys by their indentation, also where the text is no YAML. What it means is read by the parser; this says only where the cursor is. */

import type { Entries, Entry } from './entry.ts';
import { readFlow } from './flow-entries.ts';
import { OpenEntries } from './open-entries.ts';
import { endOfLine, keyOf } from './text-lines.ts';

export const entriesOf = (text: string): Entries => new Reader(text).read();

class Reader {
  readonly #text: string;
  readonly #entries: OpenEntries;

  constructor(text: string) {
    this.#text = text;
    this.#entries = new OpenEntries(text);
  }

  read(): Entries {
    for (let at = 0; at < this.#text.length; ) at = this.#line(at);
    this.#entries.closeTo(() => false, this.#text.length);
    return { text: this.#text, root: this.#entries.root, all: this.#entries.all };
  }

  /** Reads the line that begins at this offset; returns where to go on. */
  #line(start: number): number {
    const end = endOfLine(this.#text, start);
    let column = 0;
    while (this.#text[start + column] === ' ') column += 1;
    let at = start + column;
    if (at >= end || this.#text[at] === '#' || /^(?:---|\.\.\.)(?:\s|$)/.test(this.#text.slice(start, end)))
      return end + 1;
    while (this.#text[at] === '-' && /\s/.test(this.#text[at + 1] ?? '\n')) {
      this.#push({ key: undefined, keyStart: at, keyEnd: at + 1, indent: column }, at + 1, end, true);
      const blanks = /^-\s*/.exec(this.#text.slice(at, end))?.[0].length ?? 1;
      at += blanks;
      column += blanks;
    }
    if (at >= end) return end + 1;
    return this.#member(at, column, end);
  }

  #member(at: number, column: number, end: number): number {
    const rest = this.#text.slice(at, end);
    const found = keyOf(rest);
    if (found === undefined)
      return readFlow(this.#text, this.#entries, at, this.#entries.top) ?? this.#word(at, column, end);
    const { key, length, whole } = found;
    const entry = this.#push({ key, keyStart: at, keyEnd: at + length, indent: column }, at + whole, end);
    if (/^[|>][-+\d]*\s*(?:#.*)?$/.test(this.#text.slice(entry.valueStart, end)))
      return this.#afterBlock(end + 1, column);
    return readFlow(this.#text, this.#entries, entry.valueStart, entry) ?? end + 1;
  }

  /** A line that is no key: the value of an item, or a word that somebody types. */
  #word(at: number, column: number, end: number): number {
    const { top } = this.#entries;
    // the value of an item is known with the item
    if (top.key === undefined && top.valueStart === at) return end + 1;
    const isGoingOn = top.valueStart < top.valueEnd && column > top.indent;
    if (!isGoingOn)
      this.#push({ key: undefined, keyStart: at, keyEnd: trimmedEnd(this.#text, at, end), indent: column }, end, end);
    return end + 1;
  }

  #push(
    place: Pick<Entry, 'key' | 'keyStart' | 'keyEnd' | 'indent'>,
    from: number,
    lineEnd: number,
    isItem = false,
  ): Entry {
    const { indent } = place;
    this.#entries.closeTo(
      (top) => top.indent < indent || (isItem && top.indent === indent && top.key !== undefined),
      place.keyStart,
    );
    const blanks = /^\s*/.exec(this.#text.slice(from, lineEnd))?.[0].length ?? 0;
    const valueStart = Math.min(from + blanks, lineEnd);
    const valueEnd = this.#text[valueStart] === '#' ? valueStart : trimmedEnd(this.#text, valueStart, lineEnd);
    return this.#entries.open({ ...place, valueStart, valueEnd });
  }

  /** The offset of the first line behind a text of several lines. */
  #afterBlock(from: number, indent: number): number {
    let at = from;
    while (at < this.#text.length) {
      const end = endOfLine(this.#text, at);
      const line = this.#text.slice(at, end);
      if (line.trim() !== '' && line.search(/\S/) <= indent) return at;
      at = end + 1;
    }
    return at;
  }
}

/** Where a value on this line ends: before its comment and blanks. */
const trimmedEnd = (text: string, from: number, lineEnd: number): number => {
  const line = text.slice(from, lineEnd);
  const comment = /^["']/.test(line) ? -1 : line.search(/\s#/);
  return from + line.slice(0, comment < 0 ? undefined : comment).trimEnd().length;
};
