import type { Imports } from './topology.ts';
import { textOf } from './yaml/scalar.ts';
import { Source } from './yaml/source.ts';

/** Type files that the operator has added, by their path in the folder; undefined when there is no such file. */
export interface TypeFiles {
  read(path: string): Promise<string | undefined>;
}

/** Maps an import address or profile name, with `*` for any characters, to a file in the folder or to `fetch`. */
const mapFile = 'addresses.yaml';
/** Stands instead of a file: what can be fetched from the address comes before the built-in copy. */
const fetch = 'fetch';
const safePath = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;

/**
 * The operator's answer for an import comes before all others: `addresses.yaml` names a file for an address or a
 * profile, or says that it is fetched. A file of the folder can also be imported by its path, if the template has no
 * file there.
 */
export const withOperatorTypes = (files: TypeFiles, next: Imports): Imports => ({
  ...(next.has && { has: next.has.bind(next) }),
  said: async (name) => {
    const file = (await addresses(files)).find(name);
    if (file === undefined || file === fetch) return file;
    return { file, text: await mapped(files, name, file) };
  },
  read: async (address) => {
    const file = (await addresses(files)).find(address);
    if (file !== undefined && file !== fetch) return mapped(files, address, file);
    if (!safePath.test(address)) return next.read(address);
    try {
      return await next.read(address);
    } catch (error) {
      const own = await files.read(address);
      if (own === undefined) throw error;
      return own;
    }
  },
  profile: async (name) => {
    const file = (await addresses(files)).find(name);
    if (file !== undefined && file !== fetch) return { address: file, text: await mapped(files, name, file) };
    return next.profile?.(name);
  },
});

async function mapped(files: TypeFiles, name: string, file: string): Promise<string> {
  const text = safePath.test(file) ? await files.read(file) : undefined;
  if (text === undefined)
    throw new Error(`${mapFile} of this installation's types names ${file} for ${name}, but that file does not exist`);
  return text;
}

interface Addresses {
  /** the entry of the exact address, else the first `*` entry that matches */
  find(name: string): string | undefined;
}

const nothing: Addresses = { find: () => undefined };
/** the last map that was read, kept because every import asks for it */
let known: { readonly text: string; readonly addresses: Addresses } | undefined;

async function addresses(files: TypeFiles): Promise<Addresses> {
  const text = await files.read(mapFile);
  if (text === undefined) return nothing;
  if (known?.text === text) return known.addresses;
  const read = { text, addresses: await readMap(text) };
  known = read;
  return read.addresses;
}

/** Most installations have no such map: what reads YAML is loaded with the first. */
async function readMap(text: string): Promise<Addresses> {
  const { compose } = await import('./yaml/compose.ts');
  const { root, faults } = compose(new Source(mapFile, text));
  const [fault] = faults;
  if (fault !== undefined || (root !== undefined && root.kind !== 'mapping'))
    throw new Error(
      `${mapFile} of this installation's types must be a map of addresses to files${fault ? `: ${fault.message}` : ''}`,
    );
  const entries = [...(root?.entries ?? [])].flatMap(([address, node]) => {
    const file = textOf(node);
    return file === undefined ? [] : [[address, file] as const];
  });
  const exact = new Map(entries);
  const patterns = entries.filter(([address]) => address.includes('*'));
  return { find: (name) => exact.get(name) ?? patterns.find(([pattern]) => matches(pattern, name))?.[1] };
}

/** `*` stands for any characters. Runs in time linear in both lengths. */
function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
