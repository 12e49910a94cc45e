import { load, YAMLException } from 'js-yaml';
import type { Catalog, CatalogEntry, Document } from '../../domain/catalog/catalog.ts';
import { type FilesOptions, getIfThere, listedFiles } from './objects.ts';

/** The folder in the bucket of files. It may have folders of its own, as INFN's repositories have. */
const folder = 'catalog/';

/** How many files are read at the same time. */
const readers = 16;

interface Known {
  readonly tag: string;
  readonly text: string;
}

/**
 * Reads `x.yaml`, `x.metadata.yml` and `x.parameters.yml` under `catalog/`. Each call lists the folder, and reads only what
 * has changed since the last one.
 */
export const catalog = (options: FilesOptions): Catalog => {
  let known = new Map<string, Known>();
  return {
    list: async () => {
      known = await changed(options, known);
      return entriesOf(new Map([...known].map(([key, { text }]) => [key, text])));
    },
  };
};

const changed = async (options: FilesOptions, known: ReadonlyMap<string, Known>): Promise<Map<string, Known>> => {
  const files: (readonly [key: string, tag: string])[] = [];
  for await (const some of listedFiles(options, folder))
    for (const { Key = '', ETag = '' } of some) if (/\.ya?ml$/.test(Key)) files.push([Key, ETag]);
  const read = async ([key, tag]: readonly [string, string]): Promise<readonly [string, Known]> => {
    const before = known.get(key);
    return [key, before?.tag === tag ? before : { tag, text: await getIfThere(options, key) }];
  };
  const all: (readonly [string, Known])[] = [];
  for (let from = 0; from < files.length; from += readers)
    all.push(...(await Promise.all(files.slice(from, from + readers).map(read))));
  return new Map(all);
};

const kinds = /(?:\.(metadata|parameters))?\.ya?ml$/;

/** `catalog/tosca-templates/slurm.metadata.yml` -> `slurm`. */
const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1).replace(kinds, '');

/** Files about other things, such as workflows of the repository, have no version of TOSCA. */
const isTemplate = (text: string): boolean => /^[ \t]*["']?tosca_definitions_version["']?\s*:/m.test(text);

/** Of two templates of the same name, the first in the order of the keys is taken, and says so. */
export const entriesOf = (files: ReadonlyMap<string, string>): readonly CatalogEntry[] => {
  const of = (kind: string | undefined) =>
    Map.groupBy(
      [...files].filter(([key]) => kinds.exec(key)?.[1] === kind),
      ([key]) => nameOf(key),
    );
  const [metadata, parameters] = [of('metadata'), of('parameters')];
  const templates = [...of(undefined)].map(
    ([name, all]) => [name, all.filter(([, text]) => isTemplate(text))] as const,
  );
  return templates
    .flatMap(([name, [first, ...others]]) => {
      if (first === undefined) return [];
      const about = document(metadata.get(name)?.[0]);
      const own = about.document === undefined ? document(first) : {};
      const form = document(parameters.get(name)?.[0]);
      const hidden = others.map(([key]) => `${key}: there is another template of this name, ${first[0]}`);
      return {
        name,
        template: first[1],
        metadata: about.document ? inner(about.document) : ofTemplate(own.document),
        ...(form.document && { parameters: form.document }),
        problems: [about, own, form].flatMap(({ problem }) => problem ?? []).concat(hidden),
      };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
};

/** INFN's files have all of it under `metadata`. */
const inner = (document: Document): Document => (isDocument(document['metadata']) ? document['metadata'] : document);

const ofTemplate = ({ metadata, description }: Document = {}): Document => ({
  ...(typeof description === 'string' && { description }),
  ...(isDocument(metadata) && metadata),
});

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Read {
  readonly document?: Document;
  readonly problem?: string;
}

const document = (file: readonly [key: string, text: string] | undefined): Read => {
  if (file === undefined) return {};
  const [key, text] = file;
  try {
    const value: unknown = load(text);
    if (!isDocument(value)) return { problem: `${key}: it must be a YAML mapping` };
    if (sizeOf(value) > mostValues) return { problem: `${key}: it has more than ${mostValues} values` };
    return { document: value };
  } catch (error) {
    if (error instanceof YAMLException) return { problem: `${key}: ${error.message}` };
    throw error;
  }
};

/** With aliases expanded: a small text can stand for a huge document. */
const mostValues = 20_000;

const sizeOf = (document: unknown): number => {
  let size = 0;
  const left: unknown[] = [document];
  for (let value = left.pop(); value !== undefined && size <= mostValues; value = left.pop()) {
    size += 1;
    if (typeof value === 'object' && value !== null) left.push(...Object.values(value));
  }
  return size;
};
