import { basename, dirname, posix, resolve, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bytesBelow, isFileBelow } from '../../src/adapters/files/local-file.ts';
import { resolveAddress } from '../../src/tosca/addresses.ts';
import { filesNamedIn } from '../../src/tosca/csar/files.ts';
import { limits } from '../../src/tosca/limits.ts';
import { validateTemplate } from '../../src/tosca/process.ts';
import { EncodingError } from '../../src/tosca/yaml/text-in.ts';
import { CliError } from '../cli-error.ts';
import { importsOf } from './files.ts';

/**
 * A template that needs files of this machine, as an archive with them, in base64: the service cannot read them where they
 * are. Any other template stays as it is. CliError when a file may not be read.
 */
export const withLocalFiles = async (file: string, text: string): Promise<string> => {
  const imported = await localImports(file, text);
  const found = new Map<string, Content>([...(await namedFiles(file, [['', text], ...imported])), ...imported]);
  if (found.size === 0) return text;
  const folders = foldersAbove(file, Math.max(...[...found.keys()].map(stepsUp)));
  const entry = posix.join(folders, basename(file));
  const meta = `TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: toscanini\nEntry-Definitions: ${entry}\n`;
  const files = [...found].map(([path, content]) => [posix.join(folders, path), content] as const);
  return gzipSync(archive([['TOSCA-Metadata/TOSCA.meta', meta], [entry, text], ...files])).toString('base64');
};

type Content = string | Buffer;

/** Every file that the template imports by a relative path, also by way of others; by that path, from the template's folder. */
const localImports = async (file: string, text: string): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  let unread: CliError | undefined;
  const imports = importsOf(file, { offline: true }); // the service reads those on the network
  await validateTemplate(text, {
    ...imports,
    read: async (address) => {
      const read = await imports.read(address).catch((cause: unknown) => {
        if (cause instanceof EncodingError)
          unread ??= new CliError('calledWrongly', `${address}: ${cause.message}`, { cause });
        throw cause;
      });
      if (read !== undefined && !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address)) found.set(address, read);
      return read;
    },
  });
  if (unread !== undefined) throw unread;
  return found;
};

/**
 * The files that operations and artifacts of these texts name, by their paths from the template's folder. Only those below
 * that folder: a template of somebody else must not take the keys of this user along. The service says what is missing.
 */
const namedFiles = async (
  file: string,
  texts: Iterable<readonly [path: string, text: string]>,
): Promise<ReadonlyMap<string, Buffer>> => {
  const found = new Map<string, Buffer>();
  for (const path of [...texts].flatMap(([from, text]) => filesNamedIn(text).map((one) => pathFrom(from, one)))) {
    const bytes = (await isFileBelow(dirname(file), path)) ? await bytesOf(dirname(file), path) : undefined;
    if (bytes !== undefined) found.set(path, bytes);
  }
  return found;
};

/** CliError when it may not be read, or is larger than an archive may be. */
const bytesOf = async (folder: string, path: string): Promise<Buffer | undefined> => {
  try {
    return await bytesBelow(folder, path, limits.archiveBytes);
  } catch (cause) {
    throw new CliError('calledWrongly', cause instanceof Error ? cause.message : String(cause), { cause });
  }
};

/** The path from the template's folder, of a file that the text at `from` names: the service looks for it in the same way. */
const pathFrom = (from: string, path: string): string => (resolveAddress(path, from) ?? path).replace(/^\//, '');

/** How many folders above the template's own a path goes: 2 for `../../types.yaml`. */
const stepsUp = (path: string): number => /^(?:\.\.\/)*/.exec(path)?.[0].split('/').length ?? 1;

/** The last folders on the way to the template, so that paths which go up stay inside the archive. */
const foldersAbove = (file: string, steps: number): string =>
  steps <= 1
    ? ''
    : dirname(resolve(file))
        .split(sep)
        .slice(1 - steps)
        .join('/');

const blockSize = 512;

/** A tar file (POSIX ustar). */
const archive = (files: readonly (readonly [path: string, content: Content])[]): Buffer =>
  Buffer.concat([
    ...files.flatMap(([path, content]) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      return [header(path, bytes.length), bytes, Buffer.alloc(-bytes.length & (blockSize - 1))];
    }),
    Buffer.alloc(2 * blockSize),
  ]);

const header = (path: string, size: number): Buffer => {
  const block = Buffer.alloc(blockSize);
  const { name, prefix } = divided(path);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  const fields: readonly (readonly [at: number, text: string])[] = [
    ...([
      [0, name],
      [100, octal(0o644, 7)],
      [108, octal(0, 7)],
      [116, octal(0, 7)],
      [124, octal(size, 11)],
    ] as const),
    ...([
      [136, octal(0, 11)],
      [148, ' '.repeat(8)],
      [156, '0'],
      [257, 'ustar\x0000'],
      [345, prefix],
    ] as const),
  ];
  for (const [at, text] of fields) block.write(text, at);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
};

const longestName = 100;

/** A path over 100 bytes is divided at a slash: the end is the name, the beginning the prefix. */
const divided = (path: string): { readonly name: string; readonly prefix: string } => {
  if (Buffer.byteLength(path) <= longestName) return { name: path, prefix: '' };
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
  const at = slashes.find((place) => Buffer.byteLength(path.slice(place + 1)) <= longestName) ?? 0;
  const [name, prefix] = [path.slice(at + 1), path.slice(0, Math.max(at, 0))];
  if (at > 0 && Buffer.byteLength(name) <= longestName && Buffer.byteLength(prefix) <= 155) return { name, prefix };
  throw new CliError(
    'calledWrongly',
    `the path ${path} is too long for an archive: shorten its name, or those of its folders`,
  );
};
