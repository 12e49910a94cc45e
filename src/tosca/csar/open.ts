import { archiveInvalid, archiveLimit, archiveMeta } from '../problem-kinds.ts';
import type { Report } from '../report.ts';
import type { Imports } from '../topology.ts';
import { Source } from '../yaml/source.ts';
import { type Archive, ArchiveError, openArchive } from './archive.ts';

/** A submitted template: the text itself, or the contents of an archive. */
export interface Opened {
  readonly text: string;
  readonly place: { readonly address?: string; readonly archive?: Archive };
  readonly imports: Imports;
}

/**
 * Opens an archive (`isArchive`). Returns undefined when it cannot be opened, which is reported. Files of the archive
 * come before files from elsewhere.
 */
export function open(text: string, imports: Imports, report: Report): Opened | undefined {
  try {
    const archive = openArchive(text);
    noteMeta(archive, report);
    const read: Imports['read'] = async (address) => archive.read(address) ?? elsewhere(address, imports);
    const place = { address: archive.entry, archive };
    const said: Imports['said'] = async (name) => (archive.has(name) ? undefined : imports.said?.(name));
    return { text: archive.text, place, imports: { read, said, profile: async (name) => imports.profile?.(name) } };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const finding = error.kind === 'limit' ? archiveLimit(error.message) : archiveInvalid(error.message);
    report.inText(new Source('template', ''), 0, finding);
    return undefined;
  }
}

/** A path is one of the archive, also where the reader of imports could find a file of that name: nobody else has it. */
const elsewhere = async (address: string, imports: Imports): Promise<string | undefined> => {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) throw new Error('the archive has no such file');
  return imports.read(address);
};

function noteMeta({ meta }: Archive, report: Report): void {
  if (meta === undefined) return;
  const source = new Source(meta.path, meta.text);
  for (const { offset, reason } of meta.notes) report.inText(source, offset, archiveMeta(reason));
}
