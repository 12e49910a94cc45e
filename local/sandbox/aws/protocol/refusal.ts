/** A call that AWS answers with an error. */
export class AwsRefusal extends Error {
  override readonly name = 'AwsRefusal';
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export const invalid = (message: string): AwsRefusal => new AwsRefusal('ValidationError', message);

/** What AWS can do and the sandbox cannot. No answer of AWS looks like this, so that nobody takes it for one. */
export const unsupported = (what: string): AwsRefusal =>
  new AwsRefusal('UnsupportedBySandbox', `the sandbox does not know ${what}`, 501);
