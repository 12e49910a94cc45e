import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { limits } from '../../tosca/limits.ts';
import { textIn } from '../../tosca/yaml/text-in.ts';

/**
 * Reads a file that a template names, and not its user: a regular file below the template's folder, and no device, pipe, or
 * link out of it. A path that climbs (`../types/a.yaml`, TOSCA 2.0 section 6.8.2.2) leads to a TOSCA file and through no
 * link. Throws an Error whose message can be shown; it quotes nothing of the file.
 */
export const localText = async (folder: string, path: string): Promise<string> => {
  const text = textIn(await localBytes(folder, path, limits.characters));
  if (!(await isBelow(folder, path)) && !/^["']?tosca_definitions_version["']?\s*:/m.test(text)) throw outside(path);
  return text;
};

/** The same for any file below the folder; `most`: its bytes. Undefined: there is no such file. */
export const bytesBelow = async (folder: string, path: string, most: number): Promise<Buffer | undefined> => {
  if (!(await isThere(resolve(folder, path)))) return undefined;
  if (!(await isBelow(folder, path))) throw outside(path);
  return localBytes(folder, path, most);
};

const isThere = async (place: string): Promise<boolean> => {
  try {
    return !(await stat(place)).isDirectory();
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return false;
    throw unreadable(place, cause);
  }
};

const localBytes = async (folder: string, path: string, most: number): Promise<Buffer> => {
  const place = resolve(folder, path);
  const real = await realpath(place).catch((cause: unknown) => {
    throw unreadable(place, cause);
  });
  if (!(await isBelow(folder, path)) && !(await climbs(folder, path, real))) throw outside(path);
  // opening a pipe would wait for its other end
  const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(
    (cause: unknown) => {
      throw unreadable(place, cause);
    },
  );
  try {
    return await wholeOf(file, place, most);
  } finally {
    await file.close();
  }
};

/**
 * Reads what its user names: a file, or a pipe such as `<(...)` makes, but no device, which may never end. Throws the error
 * of the system, or one whose message can be shown.
 */
export const namedBytes = async (path: string): Promise<Buffer> => {
  const found = await stat(path);
  if (found.isCharacterDevice() || found.isBlockDevice())
    throw new Error('it is a device: name a file, or - for standard input');
  const file = await open(path);
  try {
    return await bytesUpTo(mostNamed, file, found.size, 'it');
  } finally {
    await file.close();
  }
};

/** more than any template, archive or table of inputs that the service takes */
const mostNamed = 64_000_000;

/** Whether there is a regular file of this path below the folder, so that it goes with the template. */
export const isFileBelow = async (folder: string, path: string): Promise<boolean> => {
  const found = await stat(resolve(folder, path)).catch(() => undefined);
  return found?.isFile() === true && (await isBelow(folder, path));
};

const isBelow = async (folder: string, path: string): Promise<boolean> =>
  `${await realpath(resolve(folder, path))}${sep}`.startsWith(`${(await realpath(folder)).replace(/\/$/, '')}${sep}`);

/** Whether a relative path itself leads out of the folder, to a YAML file and through no link. */
const climbs = async (folder: string, path: string, real: string): Promise<boolean> =>
  !path.startsWith('/') && /\.ya?ml$/i.test(path) && resolve(await realpath(folder), path) === real;

const wholeOf = async (file: FileHandle, place: string, most: number): Promise<Buffer> => {
  const found = await file.stat();
  if (!found.isFile()) throw new Error(`${place} is no regular file`);
  return bytesUpTo(most, file, found.size, place);
};

/**
 * All that the file has. `size`: bytes, as the system says; a file such as those of /proc says that it is empty, so what is
 * read is counted too. `name`: how a message calls it.
 */
const bytesUpTo = async (most: number, file: FileHandle, size: number, name: string): Promise<Buffer> => {
  const tooLarge = new Error(`${name} has more than ${most} bytes`);
  if (size > most) throw tooLarge;
  const pieces: Buffer[] = [];
  for await (const piece of file.createReadStream({ autoClose: false, end: most })) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  if (bytes.length > most) throw tooLarge;
  return bytes;
};

const outside = (path: string): Error =>
  new Error(
    `${path} is not in the folder of the template: put it there, or name a TOSCA file by a path such as ../types.yaml, without links`,
  );

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'there is no file',
  ENOTDIR: 'there is no file',
  EACCES: 'you may not read',
  ELOOP: 'a link leads to',
};

const codeOf = (cause: unknown): string => (cause instanceof Error && 'code' in cause ? String(cause.code) : '');

const unreadable = (place: string, cause: unknown): Error => {
  const code = codeOf(cause);
  const reason = reasons[code];
  return new Error(reason === undefined ? `${place} cannot be read (${code})` : `${reason} ${place}`, { cause });
};
