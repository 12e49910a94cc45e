/** Options of a change. */
export interface ChangeOptions {
  /** the same key for each repeat of one request, which is then carried out once; default: a new key for each call */
  readonly idempotencyKey?: string | undefined;
  /** the version that the caller has seen; PreconditionFailedError if there is a newer one */
  readonly version?: string | undefined;
}

export const headersOf = ({ idempotencyKey, version }: ChangeOptions): { readonly [name: string]: string } => ({
  ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  ...(version !== undefined && { 'If-Match': version }),
});
