export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
export const isTar = (bytes: Buffer): boolean => bytes.toString('latin1', 257, 262) === 'ustar';

/** base64 of the bytes that a zip file and a gzipped one begin with; no YAML template begins like this */
const begins = /^(?:UEsD|UEsF|H4sI)/;
/** a tarball begins with the name of its first file, and says what it is only after 257 bytes: 344 characters of base64 */
const onlyBase64 = /^[A-Za-z0-9+/\s]{352}/;

/** Whether a text is the base64 of an archive, by how it begins. */
export function isArchive(text: string): boolean {
  const start = text.slice(0, 1_000).trimStart();
  if (begins.test(start)) return true;
  return onlyBase64.test(start) && isTar(Buffer.from(start, 'base64'));
}
