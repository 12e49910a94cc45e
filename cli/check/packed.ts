import { basename, dirname, posix, resolve, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
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
  return gzipSync(await archive([['TOSCA-Metadata/TOSCA.meta', meta], [entry, text], ...files])).toString('base64');
};

/** A tar file: the same bytes for the same files. */
const archive = (files: readonly (readonly [path: string, content: Content])[]): Promise<Uint8Array> =>
  packTar(
    files.map(([path, content]) => ({
      header: { name: path, size: Buffer.byteLength(content), mtime: new Date(0) },
      body: content,
    })),
  );

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
