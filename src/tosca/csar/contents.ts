import { limits } from '../limits.ts';
import { ArchiveError, invalid } from './archive-error.ts';

/** Collects the unpacked files of an archive by path, and refuses unsafe paths and too many files or bytes. */
export class Contents {
  readonly files = new Map<string, Buffer>();
  #bytes = 0;
  #entries = 0;

  /** Called before an entry is unpacked: checks its declared size against what is left. */
  expect(size: number): void {
    this.#entries += 1;
    this.#bytes += size;
    if (this.#entries > limits.archiveFiles)
      throw new ArchiveError('limit', `the archive has more than ${limits.archiveFiles} files`);
    if (this.#bytes > limits.archiveBytes) throw tooLarge();
  }

  add(name: string, content: Buffer): void {
    const path = safePath(name);
    if (this.files.has(path)) throw invalid(`it has two files ${JSON.stringify(path)}`);
    this.files.set(path, content);
  }
}

export const tooLarge = (): ArchiveError =>
  new ArchiveError('limit', `the archive has more than ${limits.archiveBytes} bytes unpacked`);

/** Some systems write an accented letter in a file's name as two characters, and editors write it as one. */
export const samePath = (path: string): string => path.normalize('NFC');

function safePath(name: string): string {
  const steps = name.split('/');
  const leaves = name.startsWith('/') || name.includes('\\') || steps.includes('..') || /^[a-z]:/i.test(name);
  if (leaves || name.includes('\0')) throw invalid(`the path ${JSON.stringify(name)} points outside of the archive`);
  return samePath(steps.filter((step) => step !== '.' && step !== '').join('/'));
}

/** An archive must not hold links, which may lead anywhere, or devices, which are no files. */
export const noLink = (name: string): ArchiveError =>
  invalid(`${JSON.stringify(name)} is a link or a device; an archive may contain only files and folders`);
