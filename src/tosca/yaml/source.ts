const byteOrderMark = '\uFEFF';

export const withoutByteOrderMark = (text: string): string =>
  text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;

/** One text and its name; turns offsets in the text into lines and columns. */
export class Source {
  readonly file: string;
  /** the text that offsets refer to */
  text: string;
  /** line, from 0 -> blanks in the text that the author did not write */
  #shifted: ReadonlyMap<number, number> = new Map();
  #lineStarts: number[] | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = withoutByteOrderMark(text);
  }

  /** Replaces the text by the one that the parser could read (yaml/events.ts). */
  replace(text: string, shifted: ReadonlyMap<number, number>): void {
    this.text = text;
    this.#shifted = shifted;
    this.#lineStarts = undefined;
  }

  /** line and column, both from 1 */
  positionAt(offset: number): { line: number; column: number } {
    if (offset <= 0) return { line: 1, column: 1 };
    this.#lineStarts ??= lineStartsOf(this.text);
    const starts = this.#lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const column = Math.max(offset, 0) - (starts[low] ?? 0) - (this.#shifted.get(low) ?? 0) + 1;
    return { line: low + 1, column: Math.max(column, 1) };
  }
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) starts.push(at + 1);
  }
  return starts;
}
