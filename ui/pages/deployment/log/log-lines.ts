/** The log of a deployment as lines. Machines write into it, so nothing in it is ever more than text. */

/** The most lines that are drawn: the end of a log says what went wrong. */
export const mostLines = 5_000;

export interface Line {
  /** from 1 on, in the whole log */
  readonly number: number;
  readonly text: string;
  /** true: it is told as a failure */
  readonly failed: boolean;
}

const failure = /\b(fatal|error|failed|traceback|exception)\b/i;
const harmless = /\b(failed|errors?)\s*[=:]\s*0\b/i;

/** Escape sequences that colour a terminal (ECMA-48). */
const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

export const linesOf = (log: string): readonly Line[] =>
  log
    .replace(escapes, '')
    .replace(/\n$/, '')
    .split(/\r?\n/)
    .map((text, index) => ({ number: index + 1, text, failed: failure.test(text) && !harmless.test(text) }));

export interface Part {
  readonly text: string;
  readonly found: boolean;
}

/** A line in parts that are what is searched for, and parts that are not. */
export const partsOf = (text: string, wanted: string): readonly Part[] => {
  if (wanted === '') return [{ text, found: false }];
  const parts: Part[] = [];
  const lower = text.toLowerCase();
  const needle = wanted.toLowerCase();
  let from = 0;
  // a letter whose lower case is longer would move the places that were found
  if (lower.length !== text.length) return [{ text, found: lower.includes(needle) }];
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), found: false });
    parts.push({ text: text.slice(at, at + wanted.length), found: true });
    from = at + wanted.length;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), found: false });
  return parts;
};

export const hasText = ({ text }: Line, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase());
