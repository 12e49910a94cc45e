import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** What a zip file can lie about, or have that readers trip over. */
export interface Odd {
  /** what the directory claims the files' sizes to be */
  readonly claim?: number;
  readonly checksum?: number;
  /** bits of the general purpose flags */
  readonly flags?: number;
  readonly method?: number;
  /** of Unix, e.g. 0o120777 for a link */
  readonly mode?: number;
  /** name before the file, where the directory says another */
  readonly localName?: string;
  /** sizes stand after each file, as in a stream */
  readonly streamed?: boolean;
  /** sizes stand in the zip64 field */
  readonly large?: boolean;
  /** files by the names of others */
  readonly twice?: string;
}

/** A zip as base64, written here byte by byte so that it can lie. */
export function zip(files: Readonly<Record<string, string | Buffer>>, odd: Odd = {}): string {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const names = [...Object.keys(files), ...(odd.twice === undefined ? [] : [odd.twice])];
  for (const name of names) {
    const text = files[name] ?? '';
    const packed = odd.method === 0 ? Buffer.from(text) : deflateRawSync(text);
    const file = [localHeader(odd.localName ?? name, odd), packed, odd.streamed ? Buffer.alloc(16) : Buffer.alloc(0)];
    parts.push(...file);
    directory.push(directoryEntry(name, text, { ...odd, packed: packed.length, offset }));
    offset += file.reduce((sum, part) => sum + part.length, 0);
  }
  return Buffer.concat([...parts, ...directory, endRecord(names.length, offset, odd)]).toString('base64');
}

function localHeader(name: string, { flags = 0, method = 8 }: Odd): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([head, Buffer.from(name)]);
}

function directoryEntry(name: string, text: string | Buffer, odd: Odd & { packed: number; offset: number }): Buffer {
  const size = odd.claim ?? Buffer.byteLength(text);
  const extra = odd.large ? zip64(size, odd.packed) : Buffer.alloc(0);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt8(odd.mode === undefined ? 0 : 3, 5);
  entry.writeUInt16LE(odd.flags ?? 0, 8);
  entry.writeUInt16LE(odd.method ?? 8, 10);
  entry.writeUInt32LE(odd.checksum ?? crc32(text), 16);
  entry.writeUInt32LE(odd.large ? 0xffffffff : odd.packed, 20);
  entry.writeUInt32LE(odd.large ? 0xffffffff : size, 24);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt16LE(odd.mode ?? 0, 40);
  entry.writeUInt32LE(odd.offset, 42);
  return Buffer.concat([entry, Buffer.from(name), extra]);
}

function zip64(size: number, packed: number): Buffer {
  const field = Buffer.alloc(20);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(16, 2);
  field.writeBigUInt64LE(BigInt(size), 4);
  field.writeBigUInt64LE(BigInt(packed), 12);
  return field;
}

function endRecord(count: number, offset: number, { large }: Odd): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(large ? 0xffff : count, 10);
  end.writeUInt32LE(large ? 0xffffffff : offset, 16);
  return large ? Buffer.concat([end64(count, offset), end]) : end;
}

/** The record, and the one that says where it is; both stand after the directory, whose length is not told to readers. */
function end64(count: number, offset: number): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(offset), 48);
  return record;
}

/** Where the record of `large` is found: known only once the whole is put together. */
export function located(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const at = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x06, 0x06]));
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at), 8);
  const end = bytes.length - 22;
  return Buffer.concat([bytes.subarray(0, end), locator, bytes.subarray(end)]).toString('base64');
}

export interface TarOdd {
  readonly kind?: string;
  readonly size?: number;
  readonly broken?: boolean;
}

/** A tarball in the UStar format. */
export function tar(files: Readonly<Record<string, string | Buffer>>, odd: TarOdd = {}): Buffer {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [tarHeader(name, content.length, odd), content, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(1_024)]);
}

function tarHeader(name: string, length: number, { kind = '0', size, broken = false }: TarOdd): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write(`${(size ?? length).toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write(kind, 156);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${(broken ? sum + 1 : sum).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

export const tarball = (files: Readonly<Record<string, string | Buffer>>, odd?: TarOdd): string =>
  tar(files, odd).toString('base64');
export const compressed = (files: Readonly<Record<string, string | Buffer>>): string =>
  gzipSync(tar(files)).toString('base64');
