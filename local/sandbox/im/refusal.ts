/** An error answer of the Infrastructure Manager: `{"message","code"}` for callers that accept JSON, else text. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** false for errors before or outside of the operation: their message has no "Error Creating Inf.:" in front */
  readonly prefixed: boolean;
  constructor(status: number, message: string, options: { prefixed?: boolean } = {}) {
    super(message);
    this.status = status;
    this.prefixed = options.prefixed ?? true;
  }
}
