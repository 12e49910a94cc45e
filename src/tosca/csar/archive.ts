import { didYouMean } from '../near.ts';
import { EncodingError, textIn } from '../yaml/text-in.ts';
import { ArchiveError, invalid } from './archive-error.ts';
import { samePath } from './contents.ts';
import { isGzip, isTar } from './forms.ts';
import { type Meta, type Note, readMeta } from './meta.ts';
import { untar } from './tar.ts';
import { unzip } from './zip.ts';

/** A service template and the files that came with it. */
export interface Archive {
  /** path of the entry definitions in the archive */
  readonly entry: string;
  readonly text: string;
  /** TOSCA.meta, if the archive has one, and notes on its mistakes */
  readonly meta: { readonly path: string; readonly text: string; readonly notes: readonly Note[] } | undefined;
  /** of all its files, in their order */
  readonly paths: readonly string[];
  /** text of a file; undefined when no file has that path */
  read(path: string): string | undefined;
  has(path: string): boolean;
}

export { ArchiveError };

/**
 * Opens a CSAR as base64 text (1.3 section 6, 2.0 section 17): a zip file or a tarball. TOSCA.meta names the entry;
 * without it, the entry is the only YAML file at the root. Throws ArchiveError. `isStored`: an earlier release accepted it,
 * also with files that are not UTF-8.
 */
export function openArchive(text: string, isStored = false): Archive {
  const base64 = text.replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw invalid('it is not valid base64');
  const bytes = Buffer.from(base64, 'base64');
  const files = isGzip(bytes) || isTar(bytes) ? untar(bytes) : unzip(bytes);
  const at = (path: string): Buffer | undefined => files.get(samePath(path.replace(/^(?:\.?\/)+/, '')));
  const read = (path: string): string | undefined => {
    const found = at(path);
    return found && (isStored ? readableAsStored(found) : readable(path, found));
  };
  const has = (path: string): boolean => at(path) !== undefined;
  const meta = metaOf(read, has);
  const entry = entryOf([...files.keys()], meta);
  const found = read(entry);
  if (found === undefined)
    throw invalid(`TOSCA.meta names ${JSON.stringify(entry)}, which is not in it${didYouMean(entry, files)}`);
  return { entry, text: found, meta, paths: [...files.keys()], read, has };
}

function readable(path: string, bytes: Buffer): string {
  try {
    return textIn(bytes);
  } catch (cause) {
    if (cause instanceof EncodingError) throw invalid(`${JSON.stringify(path)} in it: ${cause.message}`);
    throw cause;
  }
}

/** With the sign for a character that is not known, as the earlier release read it. */
function readableAsStored(bytes: Buffer): string {
  try {
    return textIn(bytes);
  } catch (cause) {
    if (cause instanceof EncodingError) return bytes.toString('utf8');
    throw cause;
  }
}

const metaPaths = ['TOSCA-Metadata/TOSCA.meta', 'TOSCA.meta'];

function metaOf(read: Archive['read'], has: Archive['has']) {
  const paths = metaPaths.filter(has);
  if (paths.length > 1) throw invalid(`it has both ${paths.join(' and ')}; only one of them is allowed`);
  const [path] = paths;
  const text = path === undefined ? undefined : read(path);
  return path === undefined || text === undefined ? undefined : { path, text, ...readMeta(text, has) };
}

function entryOf(paths: readonly string[], meta: Pick<Meta, 'entry' | 'miswritten'> | undefined): string {
  if (meta?.entry !== undefined) return meta.entry.replace(/^(?:\.?\/)+/, '');
  // macOS puts `._name` with attributes beside each file of a tarball
  const roots = paths.filter((path) => /^(?!\._)[^/]+\.ya?ml$/.test(path));
  const [only] = roots;
  if (only !== undefined && roots.length === 1) return only;
  throw invalid(
    `without a TOSCA.meta that has Entry-Definitions it must have exactly one YAML file at its root; it has ${roots.length}${adviceOn(paths, meta?.miswritten)}`,
  );
}

/** What probably went wrong when the archive was made. */
function adviceOn(paths: readonly string[], miswritten: string | undefined): string {
  if (miswritten !== undefined) return `; TOSCA.meta has ${miswritten}, which is written Entry-Definitions`;
  const meta = paths.find((path) => metaPaths.some((one) => one !== path && one.toLowerCase() === path.toLowerCase()));
  if (meta !== undefined) return `; ${JSON.stringify(meta)} is not read: it is written ${metaPaths.join(' or ')}`;
  const [folder, ...others] = new Set(paths.filter((path) => !/^(?:\._|__MACOSX\/)/.test(path)).map(topFolder));
  if (folder === undefined || folder === '' || others.length > 0) return '';
  return `; all its files are in the folder ${JSON.stringify(folder)}: pack what is in that folder, and not the folder itself`;
}

const topFolder = (path: string): string => (path.includes('/') ? (path.split('/', 1)[0] ?? '') : '');
