/** An error that the user can fix: shown as one line, without a stack. */
export class LaptopError extends Error {
  override readonly name = 'LaptopError';
}

export const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** A file of the data directory cannot be used, for any reason. */
export const unusable = (path: string, cause: unknown): LaptopError =>
  new LaptopError(
    `${path} cannot be used (${wordsOf(cause).replace(/\.$/, '')}): restore a good copy, or delete the data: npm start -- --fresh starts with none`,
    { cause },
  );

/** Returns the result of `open`. Throws LaptopError when it fails. */
export const opened = <T>(path: string, open: (path: string) => T): T => {
  try {
    return open(path);
  } catch (cause) {
    throw unusable(path, cause);
  }
};
