/** An archive that cannot or must not be opened; the message can be shown. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly kind: 'invalid' | 'limit';
  constructor(kind: 'invalid' | 'limit', message: string) {
    super(message);
    this.kind = kind;
  }
}

export const invalid = (message: string): ArchiveError => new ArchiveError('invalid', message);
