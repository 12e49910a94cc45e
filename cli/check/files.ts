import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isFileBelow, localText, namedBytes } from '../../src/adapters/files/local-file.ts';
import type { Imports } from '../../src/tosca/topology.ts';
import { textIn } from '../../src/tosca/yaml/text-in.ts';

/** The name for standard input. */
export const standardInput = '-';

const archives = /\.(?:csar|zip|tar|tgz|tar\.gz)$/i;
const templates = new RegExp(`\\.ya?ml$|${archives.source}`, 'i');

/** By its name. */
export const isArchiveName = (file: string): boolean => archives.test(file);

/**
 * The files behind the names: a folder means the templates and archives in it, at any depth. Other YAML in it, such as
 * metadata, parameters and playbooks, is left out; `onlyTemplates`: so are such files that are named.
 */
export async function filesNamed(names: readonly string[], onlyTemplates = false): Promise<readonly string[]> {
  const lists = await Promise.all(
    names.map(async (name) => {
      if (name === standardInput) return [name];
      if (await isFolder(name)) return templatesIn(name);
      return onlyTemplates && !(await isTemplate(name)) ? [] : [name];
    }),
  );
  return lists.flat();
}

const isFolder = (name: string): Promise<boolean> =>
  stat(name).then(
    (found) => found.isDirectory(),
    // reading the file later reports the error
    () => false,
  );

/** The folder itself where it has none, so that reading it reports the error. */
async function templatesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const named = entries
    .filter((entry) => entry.isFile() && templates.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/(?:^|\/)(?:node_modules|\.[^./][^/]*)\//.test(path.slice(folder.length)));
  const found: string[] = [];
  // one after another: a folder may have more files than a process may open
  for (const path of named) if (await isTemplate(path)) found.push(path);
  return found.length === 0 ? [folder] : found.toSorted();
}

/** Keys that only files of TOSCA have, the first of a line. */
const ofTosca =
  /^[ \t]*["']?(?:tosca_definition\w*|topology_template|service_template|(?:node|capability|relationship|data|artifact|interface|policy|group)_types)["']?\s*:/m;

/** Whether it is an archive, or a text that means to be TOSCA. What cannot be read is reported later. */
async function isTemplate(path: string): Promise<boolean> {
  if (isArchiveName(path)) return true;
  const text = await namedBytes(path)
    .then(textIn)
    .catch(() => undefined);
  return text === undefined || ofTosca.test(text);
}

/** The text that would be submitted: a CSAR as base64. Throws an Error whose message can be shown. */
export async function submitted(
  file: string,
  readInput: () => Promise<Buffer> = () => buffer(process.stdin),
): Promise<string> {
  if (file === standardInput) return asSubmitted(await readInput());
  try {
    return asSubmitted(await namedBytes(file));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new Error(reasons[code] ?? (error instanceof Error ? error.message : String(error)), { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR:
    'it is a folder without templates; a template ends with .yaml or .yml, an archive with .csar, .zip or .tar.gz',
  EACCES: 'it may not be read by this user',
};

/** A template as it is sent: text, or an archive in base64. Throws an Error whose message can be shown. */
export function asSubmitted(bytes: Buffer): string {
  const begins = bytes.toString('latin1', 0, 2);
  const isArchive = begins === 'PK' || begins === '\x1f\x8b' || bytes.toString('latin1', 257, 262) === 'ustar';
  return isArchive ? bytes.toString('base64') : textIn(bytes);
}

/** Imports of a file on this machine: files beside it, and the network as the service reads it, unless `offline`. */
export const importsOf = (file: string, { offline }: { readonly offline: boolean }): Imports => ({
  ...(file !== standardInput && { has: async (path: string) => isFileBelow(dirname(file), path.replace(/^\//, '')) }),
  // the service gets no file beside an archive
  profile: async (name) => (archives.test(file) ? undefined : profileBeside(file, name)),
  read: async (address) => {
    if (/^https?:/i.test(address)) return offline ? undefined : fromNetwork(address);
    const path = address.startsWith('file:') ? fileURLToPath(address) : address;
    const folder = dirname(file);
    // standard input has no folder, so its relative imports cannot be found
    if (file === standardInput && !existsSync(resolve(folder, path))) return undefined;
    // a leading slash means the root of the file's archive
    return localText(folder, address.startsWith('/') && !existsSync(path) ? `.${address}` : path);
  },
});

let network: Imports | undefined;

/**
 * Loads the network code only when needed: most templates import nothing from the network, or only what the catalog has.
 */
async function fromNetwork(address: string): Promise<string | undefined> {
  const { imports } = await import('../../src/adapters/files/imports.ts');
  network ??= imports();
  return network.read(address);
}

/** The file of the same folder that declares this profile. */
async function profileBeside(file: string, name: string): Promise<{ address: string; text: string } | undefined> {
  const folder = dirname(file);
  for (const each of (await readdir(folder)).toSorted()) {
    if (!/\.ya?ml$/.test(each)) continue;
    const text = await localText(folder, each).catch(() => '');
    const [, profile = ''] = /^profile:\s*["']?([^\s"'#]+)/m.exec(text) ?? [];
    if (profile === name) return { address: each, text };
  }
  return undefined;
}
