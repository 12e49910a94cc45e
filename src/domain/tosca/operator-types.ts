import type { Imports } from './topology.ts';
import { compose } from './yaml/compose.ts';
import { textOf } from './yaml/scalar.ts';
import { Source } from './yaml/source.ts';

/** The files with types that whoever runs the service has added, by their path in the folder; undefined: there is no such file. */
export interface TypeFiles {
  read(path: string): Promise<string | undefined>;
}

/** Import address, or name of a profile -> file in the folder. */
const mapFile = 'addresses.yaml';
const safePath = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;

/**
 * Imports that the operator's own files answer first: an address or a profile that `addresses.yaml` gives a file for, and a
 * file of the folder by its path. All else is for `next`. The catalog comes before both.
 */
export const withOperatorTypes = (files: TypeFiles, next: Imports): Imports => ({
  read: async (address) => {
    const file = (await addresses(files)).get(address);
    if (file !== undefined) return mapped(files, address, file);
    const own = safePath.test(address) ? await files.read(address) : undefined;
    return own ?? next.read(address);
  },
  profile: async (name) => {
    const file = (await addresses(files)).get(name);
    if (file !== undefined) return { address: file, text: await mapped(files, name, file) };
    return next.profile?.(name);
  },
});

async function mapped(files: TypeFiles, name: string, file: string): Promise<string> {
  const text = safePath.test(file) ? await files.read(file) : undefined;
  if (text === undefined)
    throw new Error(`${mapFile} of this installation's types gives ${file} for ${name}, and there is no such file`);
  return text;
}

async function addresses(files: TypeFiles): Promise<ReadonlyMap<string, string>> {
  const text = await files.read(mapFile);
  if (text === undefined) return new Map();
  const { root, faults } = compose(new Source(mapFile, text));
  const [fault] = faults;
  if (fault !== undefined || (root !== undefined && root.kind !== 'mapping'))
    throw new Error(
      `${mapFile} of this installation's types must be a map of addresses to files${fault ? `: ${fault.message}` : ''}`,
    );
  const entries = root === undefined ? [] : [...root.entries];
  return new Map(
    entries.flatMap(([address, node]) => {
      const file = textOf(node);
      return file === undefined ? [] : [[address, file] as const];
    }),
  );
}
