import { gunzipSync } from 'node:zlib';
import { limits } from '../limits.ts';
import { invalid } from './archive-error.ts';
import { Contents, noLink, tooLarge } from './contents.ts';
import { isGzip, isTar } from './forms.ts';

const block = 512;

/** Unpacks a tarball, with or without gzip (2.0 section 17.1.1.1). Throws ArchiveError. */
export function untar(bytes: Buffer): ReadonlyMap<string, Buffer> {
  return filesOf(isGzip(bytes) ? gunzip(bytes) : bytes);
}

/** Headers make a tarball longer than its files, so it may have twice the limit. */
function gunzip(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: 2 * limits.archiveBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw invalid(`it cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** UStar (POSIX 1003.1), with the long names of GNU tar and pax. */
function filesOf(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const contents = new Contents();
  let longName: string | undefined;
  for (let at = 0; at + block <= bytes.length; ) {
    const header = bytes.subarray(at, at + block);
    if (header.every((byte) => byte === 0)) break;
    checkSum(header);
    const size = sizeOf(header);
    const content = bytes.subarray(at + block, at + block + size);
    if (content.length !== size) throw invalid('it is cut off');
    const kind = String.fromCharCode(header[156] ?? 0);
    const name = longName ?? nameOf(header);
    longName = kind === 'L' ? text(content) : kind === 'x' ? paxName(content) : undefined;
    if (kind === '0' || kind === '\0' || kind === '7') {
      contents.expect(size);
      contents.add(name, content);
    } else if (!'5xgLK'.includes(kind)) throw noLink(name);
    at += block + Math.ceil(size / block) * block;
  }
  return contents.files;
}

const text = (bytes: Buffer): string => bytes.toString('utf8').replace(/\0.*$/s, '');

function nameOf(header: Buffer): string {
  const prefix = text(header.subarray(345, 500));
  const name = text(header.subarray(0, 100));
  return prefix === '' || !isTar(header) ? name : `${prefix}/${name}`;
}

function numberAt(header: Buffer, start: number, end: number): number {
  const digits = text(header.subarray(start, end)).trim();
  if (!/^[0-7]*$/.test(digits)) throw invalid('one of its headers is damaged');
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

const sizeOf = (header: Buffer): number => numberAt(header, 124, 136);

/** Checks the sum of the header's bytes, where the bytes of the sum itself count as blanks. */
function checkSum(header: Buffer): void {
  const said = numberAt(header, 148, 156);
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  if (sum !== said) throw invalid('one of its headers is damaged');
}

/** Finds `<length> path=<name>\n` among the records of a pax header. */
const paxName = (content: Buffer): string | undefined => /^\d+ path=([^\n]*)$/m.exec(content.toString('utf8'))?.[1];
