import { limits } from '../limits.ts';
import { ArchiveError, invalid } from './archive-error.ts';

const signatures = { end: 0x06054b50, entry: 0x02014b50, locator64: 0x07064b50, end64: 0x06064b50 } as const;

export interface Entry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly compressed: number;
  readonly size: number;
  readonly offset: number;
  readonly isLink: boolean;
}

/** Reads the directory at the end of a zip file (APPNOTE section 4.3.12). Throws ArchiveError. */
export function* entriesOf(bytes: Buffer): Generator<Entry> {
  const { count, start } = directoryOf(bytes);
  if (count > limits.archiveFiles)
    throw new ArchiveError('limit', `the archive has ${count} files; at most ${limits.archiveFiles} are allowed`);
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== signatures.entry)
      throw invalid('its directory is damaged');
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    if ((bytes.readUInt16LE(at + 8) & encrypted) !== 0)
      throw invalid('it is encrypted; send an archive without a password');
    yield entryAt(bytes, at, nameEnd, bytes.subarray(nameEnd, extraEnd));
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
}

/** flags for: encrypted, strongly encrypted, directory encrypted */
const encrypted = 0x0001 | 0x0040 | 0x2000;

function entryAt(bytes: Buffer, at: number, nameEnd: number, extra: Buffer): Entry {
  const large = largeNumbers(extra);
  const number = (offset: number): number => {
    const value = bytes.readUInt32LE(at + offset);
    return value === 0xffffffff ? (large.shift() ?? value) : value;
  };
  // in the order of the zip64 field
  const size = number(24);
  const compressed = number(20);
  const offset = number(42);
  return {
    name: bytes.toString('utf8', at + 46, nameEnd),
    method: bytes.readUInt16LE(at + 10),
    checksum: bytes.readUInt32LE(at + 16),
    compressed,
    size,
    offset,
    isLink: isLink(bytes, at),
  };
}

/** Whether the entry was made on Unix with a mode that is neither a file's nor a folder's. */
function isLink(bytes: Buffer, at: number): boolean {
  const mode = bytes.readUInt16LE(at + 40) & 0xf000;
  return bytes[at + 5] === 3 && mode !== 0 && mode !== 0x8000 && mode !== 0x4000;
}

/** The zip64 field has numbers too large for their usual place: size, compressed size, offset. */
function largeNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    const field = extra.subarray(at + 4, at + 4 + length);
    if (extra.readUInt16LE(at) === 1)
      return Array.from({ length: Math.floor(field.length / 8) }, (_, index) => large(field, index * 8));
    at += 4 + length;
  }
  return [];
}

const large = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at));

function directoryOf(bytes: Buffer): { count: number; start: number } {
  const end = endOf(bytes);
  const locator = end - 20;
  if (locator >= 0 && bytes.readUInt32LE(locator) === signatures.locator64) {
    const at = large(bytes, locator + 8);
    if (at + 56 > bytes.length || bytes.readUInt32LE(at) !== signatures.end64)
      throw invalid('its directory is damaged');
    return { count: large(bytes, at + 32), start: large(bytes, at + 48) };
  }
  return { count: bytes.readUInt16LE(end + 10), start: bytes.readUInt32LE(end + 16) };
}

/** The end record is last in the file; only a comment of at most 65,535 bytes may follow. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === signatures.end) return at;
  }
  throw invalid('it is not a zip file, or it is cut off');
}
