import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogScope } from '../../../../src/tosca/catalog/catalog.ts';
import type { Source } from './source.ts';

const versions = ['1.0', '1.1', '1.2', '1.3'] as const;

/** Packages of types that templates import, with the file of our catalog and the one that the package itself has. */
const packages = [
  {
    name: 'indigo',
    address: 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml',
    file: 'indigo-custom-types.yaml',
    own: 'indigo-types/custom_types.yaml',
  },
  {
    name: 'grycap',
    address: 'https://raw.githubusercontent.com/grycap/tosca/main/custom_types.yaml',
    file: 'grycap-custom-types.yaml',
    own: 'grycap-templates/custom_types.yaml',
  },
];

/** The normative types of each version, and the types of each package. */
export const sources: readonly Source[] = [
  ...versions.map((version) => ({
    name: version,
    version: `tosca_simple_yaml_${version.replace('.', '_')}`,
    scope: catalogScope(undefined, version),
  })),
  ...packages.map(({ name, address, file }) => ({
    name,
    version: 'tosca_simple_yaml_1_0',
    address,
    scope: catalogScope(file, '1.0'),
    known: catalogScope(undefined, '1.0'),
  })),
];

/**
 * The texts that the manager would fetch, from a folder with the packages' own files (we may not keep them); without one,
 * our copies, which have neither prose nor scripts.
 */
export const importedTexts = async (folder: string | undefined): Promise<{ readonly [address: string]: string }> => {
  const catalog = join(import.meta.dirname, '../../../../src/tosca/catalog');
  const read = packages.map(async ({ address, file, own }) => {
    const path = folder === undefined ? join(catalog, file) : join(folder, own);
    return [address, await readFile(path, 'utf8')] as const;
  });
  return Object.fromEntries(await Promise.all(read));
};
