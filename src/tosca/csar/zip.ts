import { crc32, inflateRawSync } from 'node:zlib';
import { limits } from '../limits.ts';
import { ArchiveError, invalid } from './archive-error.ts';
import { Contents, noLink } from './contents.ts';
import { type Entry, entriesOf } from './zip-directory.ts';

const localSignature = 0x04034b50;

/**
 * Unpacks a zip archive into files by path (APPNOTE 6.3.10, without encryption; zip64 sizes included). Refuses paths
 * that lead out of the archive, and more content than `limits` allows, both before and during inflation. Throws
 * ArchiveError.
 */
export function unzip(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const contents = new Contents();
  for (const entry of entriesOf(bytes)) {
    contents.expect(entry.size);
    if (entry.isLink) throw noLink(entry.name);
    // older tools of Windows write its separator, which the format does not allow
    const path = entry.name.replaceAll('\\', '/');
    if (!path.endsWith('/')) contents.add(path, contentOf(bytes, entry));
  }
  return contents.files;
}

function contentOf(bytes: Buffer, entry: Entry): Buffer {
  const { name, method, size } = entry;
  const packed = packedOf(bytes, entry);
  if (method !== 0 && method !== 8)
    throw invalid(`${JSON.stringify(name)} is compressed with method ${method}; only deflate is supported`);
  const content = method === 0 ? packed : inflate(packed, name, size);
  if (content.length !== size || crc32(content) !== entry.checksum)
    throw invalid(`${JSON.stringify(name)} is damaged: its checksum or size differs from the archive's directory`);
  return content;
}

/** The header before the file must name the same file as the directory, so that every zip reader sees the same content. */
function packedOf(bytes: Buffer, { name, compressed, offset }: Entry): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localSignature)
    throw invalid(`${JSON.stringify(name)} is damaged`);
  const nameEnd = offset + 30 + bytes.readUInt16LE(offset + 26);
  const local = bytes.toString('utf8', offset + 30, nameEnd);
  if (local !== name)
    throw invalid(`${JSON.stringify(name)} has another name in the archive's directory: ${JSON.stringify(local)}`);
  const start = nameEnd + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + compressed);
  if (packed.length !== compressed) throw invalid(`${JSON.stringify(name)} is cut off`);
  return packed;
}

/** The directory's size is only a claim, so inflation stops when the content is larger. */
function inflate(packed: Buffer, name: string, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(Math.min(size, limits.archiveBytes), 1) });
  } catch (error) {
    if (error instanceof RangeError)
      throw new ArchiveError('limit', `${JSON.stringify(name)} is larger than the archive's directory says`);
    throw invalid(
      `${JSON.stringify(name)} cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
