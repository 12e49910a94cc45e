import { createHash } from 'node:crypto';
import { digestLength, readLogCursor, writeLogCursor } from '../../domain/deployments/record/log-cursor.ts';
import { type FilesOptions, getIfThere, listedFiles } from './objects.ts';

/** How many pieces of a log are read at the same time. */
const readers = 16;

/**
 * In milliseconds. S3 gives the second in which an upload started, so an older piece may appear after a newer one. A cursor
 * therefore names all pieces of this time before it.
 */
const overlap = 15_000;

/**
 * The pieces of a log that were written since the cursor, joined in the order of their names, and the next cursor. A name
 * alone is no cursor, since an earlier attempt's piece may come after one of a later attempt. A piece that a repeated step
 * writes again may be told again.
 */
export const logAfter = async (options: FilesOptions, prefix: string, cursor?: string) => {
  const { at, seen } = cursor === undefined ? { at: 0, seen: [] } : readLogCursor(cursor);
  const known = new Set(seen);
  const pieces = await piecesUnder(options, prefix);
  const fresh = pieces.filter(({ name, time }) => time > at - overlap && !known.has(name));
  const newest = pieces.reduce((latest, { time }) => Math.max(latest, time), at);
  const recent = pieces.filter(({ time }) => time > newest - overlap).map(({ name }) => name);
  const texts: string[] = [];
  for (let from = 0; from < fresh.length; from += readers) {
    const some = fresh.slice(from, from + readers);
    texts.push(...(await Promise.all(some.map(({ key }) => getIfThere(options, key)))));
  }
  return { text: texts.join(''), cursor: writeLogCursor({ at: newest, seen: recent }) };
};

const piecesUnder = async (options: FilesOptions, prefix: string) => {
  const pieces: { readonly key: string; readonly name: string; readonly time: number }[] = [];
  for await (const files of listedFiles(options, prefix))
    for (const { Key: key = '', LastModified } of files)
      pieces.push({ key, name: digestOf(key), time: LastModified?.getTime() ?? 0 });
  return pieces;
};

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, digestLength);
