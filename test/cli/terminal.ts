/** A small terminal: what a person sees after a program has written to it. */

import type { Screen } from '../../cli/context.ts';

export interface Terminal {
  readonly screen: Screen;
  /** every line, those that have scrolled away too */
  lines(): readonly string[];
  /** everything as it was written */
  written(): string;
  resize(columns: number, rows: number): void;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with this character
const sequence = /\x1b\[(\d*)([A-Za-z])/y;

export const terminal = (columns = 80, rows = 24, live = true): Terminal => {
  let size = { columns, rows };
  let text = '';
  const lines: string[] = [''];
  let row = 0;
  let column = 0;
  const obey = (count: number, command: string | undefined): void => {
    if (command === 'A') row = Math.max(0, row - count);
    if (command === 'K') lines[row] = (lines[row] ?? '').slice(0, column);
    if (command === 'J') {
      lines.length = row + 1;
      lines[row] = (lines[row] ?? '').slice(0, column);
    }
  };
  const put = (character: string): void => {
    if (character === '\r') column = 0;
    else if (character === '\n') {
      row += 1;
      column = 0;
      lines[row] ??= '';
    } else {
      if (column === size.columns) put('\n');
      const line = (lines[row] ?? '').padEnd(column);
      lines[row] = line.slice(0, column) + character + line.slice(column + 1);
      column += 1;
    }
  };
  const write = (written: string): void => {
    text += written;
    for (let at = 0; at < written.length; ) {
      sequence.lastIndex = at;
      const found = sequence.exec(written);
      if (found) {
        obey(Number(found[1] || 1), found[2]);
        at += found[0].length;
      } else {
        const character = String.fromCodePoint(written.codePointAt(at) ?? 0);
        put(character);
        at += character.length;
      }
    }
  };
  return {
    screen: { write, control: write, live, colours: false, size: () => size },
    lines: () => lines.map((line) => line.trimEnd()),
    written: () => text,
    resize: (nextColumns, nextRows) => {
      size = { columns: nextColumns, rows: nextRows };
    },
  };
};
