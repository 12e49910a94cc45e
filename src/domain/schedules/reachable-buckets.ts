/**
 * Decides whether files of a bucket can match an expression at all, by how the expression starts: it is compared with
 * `bucket:name`.
 */

import { entryOf } from '../../foundation/entry-of.ts';
import type { FileConfiguration } from './ports.ts';
import type { Reader } from './schedule.ts';

type Buckets = Pick<FileConfiguration, 'buckets' | 'readers'>;

/** Returns a function that says whether a reader may read the bucket's files, from the configuration. */
export const readersOf = ({ readers }: Pick<FileConfiguration, 'readers'>, scope: string) => {
  const groups = entryOf(readers, scope);
  return ({ groups: own = [], isAdministrator }: Reader): boolean =>
    groups === undefined || isAdministrator || own.some((group) => groups.includes(group));
};

/** What is wrong with an expression that can never match a file; undefined: nothing is known to be wrong. */
export const unreachableFault = (expression: string, files: Buckets, reader: Reader): string | undefined => {
  const readable = files.buckets.filter((bucket) => readersOf(files, bucket)(reader));
  if (readable.some((bucket) => mayMatch(expression, bucket))) return undefined;
  const [first] = readable;
  if (first === undefined) return 'can match no file: there is no bucket whose files you may have schedules for';
  const shown = readable.slice(0, 10).map((bucket) => JSON.stringify(bucket));
  const others = readable.length > shown.length ? ` and ${readable.length - shown.length} more` : '';
  return `can match no file: it is compared with <bucket>:<name>, such as ${JSON.stringify(`${first}:data/run1.root`)}, \
and the buckets that you may have schedules for are ${shown.join(', ')}${others}`;
};

/** False only when certainly no file name in the bucket matches. */
export const mayMatch = (expression: string, bucket: string): boolean => {
  const { characters, isAll } = beginningOf(expression);
  const text = [...`${bucket}:`];
  if (isAll && characters.length <= text.length) return false; // a file has a name
  return characters.every((one, at) => at >= text.length || one === any || one === text[at]);
};

const any = Symbol('any character');

/** The characters with which every matching text starts, as far as they are known. */
interface Beginning {
  readonly characters: readonly (string | typeof any)[];
  /** true: nothing follows them */
  readonly isAll: boolean;
}

const unknown: Beginning = { characters: [], isAll: false };

/** RE2: a quoted text, an escape, a class, or one character. */
const piece = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|./gsu;

/** RE2 applies a quantifier that follows flags, such as `(?i)`, to what stands before them. */
const flags = /\(\?[a-zA-Z-]+\)/;

const beginningOf = (expression: string): Beginning => {
  if (flags.test(expression)) return unknown;
  const pieces = (expression.match(piece) ?? []).slice(expression.startsWith('^') ? 1 : 0);
  if (hasAlternatives(pieces)) return unknown;
  const characters: Beginning['characters'][number][] = [];
  for (const [at, one] of pieces.entries()) {
    const character = characterOf(one);
    const next = pieces[at + 1] ?? '';
    if (character === undefined || '*?{'.includes(next[0] ?? ' ')) return { characters, isAll: false };
    characters.push(character);
    if (next === '+') return { characters, isAll: false };
  }
  return { characters, isAll: true };
};

/** Only alternatives of the whole expression; those within a group come after its start. */
const hasAlternatives = (pieces: readonly string[]): boolean => {
  let depth = 0;
  for (const one of pieces) {
    if (one === '|' && depth <= 0) return true;
    if (one === '(') depth += 1;
    if (one === ')') depth -= 1;
  }
  return false;
};

/** The one character that a piece matches; undefined: it matches more, or nothing. */
const characterOf = (one: string): string | typeof any | undefined => {
  if (one === '.') return any;
  const [, escaped] = /^\\([^\w\s])$/u.exec(one) ?? [];
  if (escaped !== undefined) return escaped;
  return /^[^\\()[\]{}*+?|^$]$/u.test(one) ? one : undefined;
};
