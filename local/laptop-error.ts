/** What the user can mend: shown as one line, without a stack. */
export class LaptopError extends Error {
  override readonly name = 'LaptopError';
}
