export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
export const isTar = (bytes: Buffer): boolean => bytes.toString('latin1', 257, 262) === 'ustar';

/** base64 of the first bytes of zip and gzip files; no YAML template begins like this */
const begins = /^(?:UEsD|UEsF|H4sI)/;
/** a tarball begins with the name of its first file; what marks it ends at byte 262, so 352 characters of base64 have it */
const onlyBase64 = /^[A-Za-z0-9+/\s]{352}/;

/** Whether a text is an archive in base64, judged by its beginning. */
export function isArchive(text: string): boolean {
  const start = text.slice(0, 1_000).trimStart();
  if (begins.test(start)) return true;
  return onlyBase64.test(start) && isTar(Buffer.from(start, 'base64'));
}
