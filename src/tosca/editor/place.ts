import { type Entries, type Entry, valueIn } from './entry.ts';

/** Where the cursor is. */
export interface Place {
  /** `key`: a key, or where one may be written; `value`: behind a colon or a dash */
  readonly at: 'key' | 'value';
  /** the key or item whose value it is; for a key that is written: the entry in which it is */
  readonly owner: Entry;
  /** the key itself, or what stands for it so far; undefined: nothing does yet */
  readonly entry: Entry | undefined;
  /** offsets of the word that the cursor is in; both are the cursor where there is none */
  readonly start: number;
  readonly end: number;
}

export const placeAt = (entries: Entries, offset: number): Place => {
  const { text, all, root } = entries;
  const inKey = all.find(
    ({ keyStart, keyEnd, key }) => keyStart <= offset && offset <= keyEnd && !isDash(text, keyStart, key),
  );
  if (inKey) return { at: 'key', owner: inKey.parent ?? root, entry: inKey, start: inKey.keyStart, end: inKey.keyEnd };
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  // the last of the line that begins before the cursor: an entry of a flow begins later than its owner
  const before = all.filter(({ keyStart, keyEnd }) => keyStart >= lineStart && keyEnd <= offset).at(-1);
  if (before !== undefined) return ofLine(entries, before, offset);
  const column = offset - lineStart;
  const above = all.filter(({ keyStart }) => keyStart < offset).at(-1);
  let owner = above ?? root;
  while (owner !== root && owner.indent >= column) owner = owner.parent ?? root;
  return { at: 'key', owner, entry: undefined, start: offset, end: offset };
};

const isDash = (text: string, start: number, key: string | undefined): boolean =>
  key === undefined && text[start] === '-' && /\s/.test(text[start + 1] ?? '\n');

const ofLine = ({ text, root }: Entries, before: Entry, offset: number): Place => {
  const { valueStart, valueEnd } = before;
  if (valueStart <= offset && offset <= valueEnd && !/[{[]/.test(text[valueStart] ?? ''))
    return { at: 'value', owner: before, entry: undefined, start: valueStart, end: valueEnd };
  const between = text.slice(before.keyEnd, offset);
  const opens = Math.max(between.lastIndexOf('{'), between.lastIndexOf('['), between.lastIndexOf(','));
  if (opens < 0) return { at: 'value', owner: before, entry: undefined, start: offset, end: offset };
  // behind a comma the next member of the same collection follows
  let owner = between[opens] === ',' ? (before.parent ?? root) : before;
  const closed = between.slice(opens).match(/[}\]]/g)?.length ?? 0;
  for (let count = closed; count > 0; count -= 1) owner = owner.parent ?? root;
  const isItem = between[opens] === '[' || (between[opens] === ',' && before.key === undefined);
  return { at: isItem ? 'value' : 'key', owner, entry: undefined, start: offset, end: offset };
};

/** The word at the cursor, without quotes; empty where none is. */
export const wordAt = (entries: Entries, { entry, at, owner, start, end }: Place): string => {
  if (at === 'key') return entry?.key ?? entries.text.slice(start, end);
  return valueIn(entries, owner).length === end - start || /^["']/.test(entries.text.slice(start, end))
    ? valueIn(entries, owner)
    : entries.text.slice(start, end);
};
