import type { Screen } from '../context.ts';
import { widthOf } from './paint.ts';

/**
 * The text with lines that are too long broken at words. What follows begins below the last column of the line: after the last
 * two spaces in a row, as in `  name  what it is`.
 */
export const wrapped = (text: string, columns: number): string => wrappedLines(text, columns).join('\n');

/** The same as lines; without `columns` they are as long as they are. */
export const wrappedLines = (text: string, columns: number = Number.POSITIVE_INFINITY): readonly string[] =>
  text.split('\n').flatMap((line) => linesOf(line, columns));

const linesOf = (line: string, columns: number): readonly string[] => {
  if (widthOf(line) <= columns) return [line];
  const indent = indentOf(line, columns);
  const below = Math.min(indent, Math.max(2, columns - longestWord(line.slice(indent))));
  const lines: string[] = [];
  let present = line.slice(0, indent);
  for (const word of line.slice(indent).split(' ')) {
    const isFirst = lines.length === 0 && present.length === indent;
    if (!isFirst && widthOf(`${present} ${word}`) > columns) {
      lines.push(present.trimEnd());
      present = `${' '.repeat(below)}${word}`;
    } else present = isFirst ? `${present}${word}` : `${present} ${word}`;
  }
  return [...lines, present];
};

/** A name of AWS does not fit below the last column: then what follows begins further left. */
const longestWord = (text: string): number => Math.max(...text.split(' ').map(widthOf));

/** Where the last column begins, as long as it leaves room for some words. */
const indentOf = (line: string, columns: number): number => {
  const at = line.slice(0, Math.max(0, columns - 24)).lastIndexOf('  ');
  return at < 0 ? 0 : at + 2;
};

/** A terminal would break a long line within a word; a program gets it whole. */
export const wrappedFor = ({ live, size }: Pick<Screen, 'live' | 'size'>, text: string): string =>
  live ? wrapped(text, size().columns) : text;
