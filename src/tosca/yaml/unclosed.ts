import type { YAMLException } from 'js-yaml';
import { attemptOnce } from './events.ts';

/** characters up to a mistake that are parsed again, and in all, to find where it begins: longer texts would take too long */
const mostBefore = 64_000;
const patience = 1_000_000;

const unmoved: ReadonlyMap<number, number> = new Map();

/** Where a mistake in the syntax begins, if that is on another line than where the parser stops. */
export interface Beginning {
  /** in the text */
  readonly offset: number;
  readonly reason: string;
}

/**
 * The line where a bracket or a quote opens that is not closed, or a line without its colon: the parser stops only at the
 * line that does not fit any more, which may be hundreds of lines below. The text up to the line before must be YAML, and
 * the text up to this line must not. `text` is the one that the parser stopped in: lines inside brackets are moved in it.
 */
export function beginningOf(text: string, { reason, mark }: YAMLException): Beginning | undefined {
  const stop = mark?.line ?? 0;
  if ((mark?.position ?? 0) > mostBefore) return undefined;
  const starts = lineStarts(text, stop);
  const plain = withoutColon(text, starts, stop);
  if (plain !== undefined) return { offset: plain, reason: 'this line has no colon with a blank after it' };
  let spent = 0;
  /** Whether the text before this line is YAML by itself. */
  const isWhole = (line: number): boolean | undefined => {
    const part = text.slice(0, starts[line]);
    spent += part.length;
    return spent > patience ? undefined : 'events' in attemptOnce({ text: part, shifted: unmoved });
  };
  // the mistake is on the line itself
  if (stop === 0 || isWhole(stop) !== false) return undefined;
  const first = opening(stop, isWhole);
  if (first === undefined) return undefined;
  const said = `what begins on this line does not end: ${reason} on line ${stop + 1}`;
  return { offset: indented(text, starts[first] ?? 0), reason: said };
}

/** The last line before `stop` up to which the text is YAML: first in growing steps, then by halves. */
function opening(stop: number, isWhole: (line: number) => boolean | undefined): number | undefined {
  let [broken, step] = [stop, 1];
  let whole = -1;
  while (whole < 0) {
    const at = Math.max(0, broken - step);
    const found = isWhole(at);
    if (found === undefined || (at === 0 && !found)) return undefined;
    if (found) whole = at;
    else [broken, step] = [at, step * 2];
  }
  while (broken - whole > 1) {
    const middle = (broken + whole) >> 1;
    const found = isWhole(middle);
    if (found === undefined) return undefined;
    if (found) whole = middle;
    else broken = middle;
  }
  return whole;
}

/** Offsets of the lines up to `last`. */
function lineStarts(text: string, last: number): readonly number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
    if (starts.length > last) break;
    starts.push(index + end.length);
  }
  return starts;
}

const indented = (text: string, start: number): number =>
  start + (/^ */.exec(text.slice(start, start + 300))?.[0].length ?? 0);

/** A plain word above a line with a key, both with the same indentation: `mode:fast` is one word too. */
function withoutColon(text: string, starts: readonly number[], stop: number): number | undefined {
  const [before, at] = [starts[stop - 1], starts[stop]];
  if (before === undefined || at === undefined) return undefined;
  const [above, here] = [text.slice(before, at).slice(0, 300), text.slice(at, at + 300)];
  const [, blanks = '', word = ''] = /^( *)([\w.-]+(?::\S+| [^:#[\]{}"'|>&*]*)?)$/.exec(above.trimEnd()) ?? [];
  if (word === '' || !here.startsWith(blanks) || !/^[\w."'-]+ *:(?:\s|$)/.test(here.slice(blanks.length)))
    return undefined;
  return before + blanks.length;
}
