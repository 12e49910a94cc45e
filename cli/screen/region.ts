import type { Screen } from '../context.ts';
import { cut, harmless } from './paint.ts';

/** Lines at the end of the output that are overwritten in place. */
export interface Region {
  /** Replaces the lines. Text above them, if any, stays on the screen. */
  show(lines: readonly string[], above?: string): void;
  /** Removes the lines, so that ordinary output can follow. */
  clear(): void;
}

const up = (count: number): string => (count === 0 ? '' : `\x1b[${count}A`);
const clearBelow = '\x1b[J';
const clearLine = '\x1b[K';

/**
 * The region counts its lines, so the terminal must not wrap one: each line is cut to the width of the screen. Lines are
 * overwritten and not cleared first, so nothing flickers. When the terminal gets narrower it wraps the old lines: the region
 * then begins below them.
 */
export const region = (screen: Screen): Region => {
  let height = 0;
  let columnsBefore = screen.size().columns;
  const back = (columns: number): string => {
    const wrapped = columns < columnsBefore;
    columnsBefore = columns;
    return wrapped ? '' : `\r${up(height)}`;
  };
  return {
    show: (lines, above = '') => {
      const { columns, rows } = screen.size();
      const fitting = lines.slice(0, Math.max(1, rows - 1)).map((line) => cut(line, columns - 1));
      const start = back(columns);
      const text = fitting.map((line) => `${harmless(line)}${clearLine}\n`).join('');
      screen.control(`${start}${above === '' ? '' : `${clearBelow}${harmless(above)}`}${text}${clearBelow}`);
      height = fitting.length;
    },
    clear: () => {
      screen.control(`${back(screen.size().columns)}${clearBelow}`);
      height = 0;
    },
  };
};
