import { inflateRawSync } from 'node:zlib';
import { limits } from '../limits.ts';

/** An archive that cannot, or must not, be opened; the message can be shown. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly kind: 'invalid' | 'limit';
  constructor(kind: 'invalid' | 'limit', message: string) {
    super(message);
    this.kind = kind;
  }
}

const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const;
const invalid = (message: string): ArchiveError => new ArchiveError('invalid', message);

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly compressed: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * The files of a zip archive, by path (APPNOTE 6.3.10, without encryption and zip64). Paths that lead out of the archive
 * are refused, and so is more content than `limits` allows, before and while it is inflated. Throws ArchiveError.
 */
export function unzip(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  let total = 0;
  for (const entry of entriesOf(bytes)) {
    if (entry.name.endsWith('/')) continue;
    total += entry.size;
    if (total > limits.archiveBytes) throw tooLarge();
    files.set(safeName(entry.name), contentOf(bytes, entry));
  }
  return files;
}

const tooLarge = (): ArchiveError =>
  new ArchiveError('limit', `the archive holds more than ${limits.archiveBytes} bytes once it is unpacked`);

function safeName(name: string): string {
  const steps = name.split('/');
  if (
    name.startsWith('/') ||
    name.includes('\\') ||
    name.includes('\0') ||
    steps.includes('..') ||
    /^[a-z]:/i.test(name)
  ) {
    throw invalid(`the path ${JSON.stringify(name)} leads out of the archive`);
  }
  return steps.filter((step) => step !== '.').join('/');
}

function* entriesOf(bytes: Buffer): Generator<Entry> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > limits.archiveFiles) {
    throw new ArchiveError('limit', `the archive has ${count} files, at most ${limits.archiveFiles} are taken`);
  }
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== signatures.entry)
      throw invalid('its directory is damaged');
    const nameLength = bytes.readUInt16LE(at + 28);
    if ((bytes.readUInt16LE(at + 8) & 1) === 1) throw invalid('it is encrypted');
    yield {
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      compressed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    };
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

/** The end record is the last thing in the file, but for a comment of at most 65,535 bytes. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === signatures.end) return at;
  }
  throw invalid('it is no zip file, or cut off');
}

function contentOf(bytes: Buffer, { name, method, compressed, size, offset }: Entry): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== signatures.local)
    throw invalid(`${name} is damaged`);
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + compressed);
  if (packed.length !== compressed) throw invalid(`${name} is cut off`);
  if (method === 0) return packed;
  if (method !== 8) throw invalid(`${name} is compressed by method ${method}, only deflate is known`);
  return inflate(packed, name, size);
}

/** What the directory says of the size is a claim: inflating stops where it is broken. */
function inflate(packed: Buffer, name: string, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (error) {
    if (error instanceof RangeError) throw new ArchiveError('limit', `${name} is larger than the archive says it is`);
    throw invalid(`${name} cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`);
  }
}
