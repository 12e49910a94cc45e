import type { Problem } from '../../src/tosca/problems.ts';

/** The part of CodeMirror's text that is used. */
export interface Lines {
  readonly lines: number;
  line(number: number): { readonly from: number; readonly to: number; readonly text: string };
}

/** What to underline: from the place of a problem to the end of the word, or of the value in quotes. */
export function rangeOf(
  doc: Lines,
  { line, column }: Pick<Problem, 'line' | 'column'>,
): { readonly from: number; readonly to: number } {
  const { from, to, text } = doc.line(Math.min(Math.max(1, line), doc.lines));
  const start = Math.min(Math.max(0, column - 1), text.length);
  const [word = ''] = /^(?:"[^"]*"|'[^']*'|[^\s#,:[\]{}]+(?::[^\s,[\]{}]+)*|\S)/.exec(text.slice(start)) ?? [];
  return { from: from + start, to: Math.min(to, from + start + word.length) };
}
