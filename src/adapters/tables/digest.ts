import { createHash } from 'node:crypto';

/** A part of a key for texts that may be longer than a key. */
export const digestOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
