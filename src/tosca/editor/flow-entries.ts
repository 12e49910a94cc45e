import { limits } from '../limits.ts';
import type { Entry } from './entry.ts';
import type { OpenEntries } from './open-entries.ts';
import { endOfLine, flowKeyOf, keyOf } from './text-lines.ts';

/**
 * Reads `{ … }` or `[ … ]`, which may end on a later line or not at all yet, into its owner. Returns where to go on: the start of a
 * line; undefined: none begins here.
 */
export const readFlow = (text: string, entries: OpenEntries, at: number, owner: Entry): number | undefined => {
  if (text[at] !== '{' && text[at] !== '[') return undefined;
  const stop = new Flow(text, entries).collection(at, owner, 1);
  return endOfLine(text, stop) + 1;
};

class Flow {
  readonly #text: string;
  readonly #entries: OpenEntries;

  constructor(text: string, entries: OpenEntries) {
    this.#text = text;
    this.#entries = entries;
  }

  /** Returns the offset behind it. What nests deeper than a template may is left out. */
  collection(start: number, owner: Entry, depth: number): number {
    const isMap = this.#text[start] === '{';
    const close = isMap ? '}' : ']';
    let at = start + 1;
    for (;;) {
      at += /^[\s,]*/.exec(this.#text.slice(at, at + 2_000))?.[0].length ?? 0;
      if (at >= this.#text.length || this.#isOver(start, at, owner)) return at;
      if (this.#text[at] === close) return at + 1;
      const before = at;
      at = this.#member(at, isMap, owner, depth);
      if (at === before) at += 1;
    }
  }

  /** A bracket that is not closed yet: a new key at the left says that it is over. */
  #isOver(start: number, at: number, owner: Entry): boolean {
    const lineStart = this.#text.lastIndexOf('\n', at - 1) + 1;
    return (
      lineStart > start &&
      at - lineStart <= owner.indent &&
      keyOf(this.#text.slice(at, endOfLine(this.#text, at))) !== undefined
    );
  }

  #member(at: number, isMap: boolean, owner: Entry, depth: number): number {
    const rest = this.#text.slice(at, endOfLine(this.#text, at));
    const key = isMap ? flowKeyOf(rest) : undefined;
    const behind = key === undefined ? '' : rest.slice(key.whole);
    const valueAt = key === undefined ? 0 : rest.length - behind.trimStart().length;
    const word = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,{}[\]]+)/.exec(rest.slice(valueAt))?.[0].trimEnd() ?? '';
    const keyEnd = at + (key?.length ?? (isMap ? word.length : 0));
    const valueStart = key === undefined ? (isMap ? keyEnd : at) : at + valueAt;
    const isNested = /[{[]/.test(this.#text[valueStart] ?? '');
    const valueEnd = isNested || (key === undefined && isMap) ? valueStart : valueStart + word.length;
    const place = { key: key?.key, keyStart: at, keyEnd, indent: owner.indent + 1, valueStart, valueEnd };
    const entry = this.#entries.open(place, owner);
    const goesIn = isNested && depth < limits.depth;
    const stop = goesIn ? this.collection(valueStart, entry, depth + 1) : Math.max(valueEnd, keyEnd);
    this.#entries.closeTo((each) => each === owner, stop);
    return stop;
  }
}
