import { ArchiveError, unzip } from './zip.ts';

/** A service template and the files that came with it. */
export interface Archive {
  /** path of the entry definitions within the archive */
  readonly entry: string;
  readonly text: string;
  /** text of a file; undefined: there is none of that path */
  read(path: string): string | undefined;
}

/** base64 of the four bytes every zip begins with; no YAML template begins like this */
const zipBegins = 'UEsDB';

export const isArchive = (text: string): boolean => text.trimStart().startsWith(zipBegins);

/**
 * A CSAR as base64 text (1.3 section 6, 2.0 section 5.2): the entry is what TOSCA.meta names, else the one YAML file at
 * the root. Throws ArchiveError.
 */
export function openArchive(text: string): Archive {
  const base64 = text.replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new ArchiveError('invalid', 'it is not base64 throughout');
  const files = unzip(Buffer.from(base64, 'base64'));
  const read = (path: string): string | undefined => files.get(path.replace(/^\//, ''))?.toString('utf8');
  const entry = entryOf(files.keys(), read('TOSCA-Metadata/TOSCA.meta') ?? read('TOSCA.meta'));
  const found = read(entry);
  if (found === undefined)
    throw new ArchiveError('invalid', `TOSCA.meta names ${JSON.stringify(entry)}, which is not in it`);
  return { entry, text: found, read };
}

function entryOf(paths: Iterable<string>, meta: string | undefined): string {
  const named = /^Entry-Definitions:[ \t]*(\S.*?)[ \t]*$/m.exec(meta ?? '')?.[1];
  if (named !== undefined) return named;
  if (meta !== undefined) throw new ArchiveError('invalid', 'its TOSCA.meta has no Entry-Definitions');
  const roots = [...paths].filter((path) => /^[^/]+\.ya?ml$/.test(path));
  const [only] = roots;
  if (only === undefined || roots.length > 1) {
    throw new ArchiveError(
      'invalid',
      `without a TOSCA.meta it must have one YAML file at its root, it has ${roots.length}`,
    );
  }
  return only;
}
