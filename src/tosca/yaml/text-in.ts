/** A file whose characters would be lost; the message can be shown. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

/** The text of a file that somebody wrote: UTF-8, or UTF-16 with its mark, as YAML may be (1.2 section 5.2). Throws EncodingError. */
export const textIn = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    // a character that is missing is found in a program's output much later
    const [before = ''] = new TextDecoder().decode(bytes).split('\ufffd', 1);
    throw new EncodingError(`it is not UTF-8 from line ${before.split('\n').length} on: save it as UTF-8`, { cause });
  }
};
