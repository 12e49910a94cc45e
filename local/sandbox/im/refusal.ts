/** A request that the Infrastructure Manager answers with an error: `{"message","code"}` to who accepts JSON, else text. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** false for what is refused before, or outside, the operation: its message has no "Error Creating Inf.:" in front */
  readonly prefixed: boolean;
  constructor(status: number, message: string, options: { prefixed?: boolean } = {}) {
    super(message);
    this.status = status;
    this.prefixed = options.prefixed ?? true;
  }
}
