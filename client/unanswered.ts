import { reasonOf } from './calls.ts';

/** Milliseconds for one answer of an issuer. */
export const issuerDeadline = 20_000;

/**
 * Why an issuer of tokens has not answered; undefined: it has. `thrown` is of oauth4webapi, whose TypeErrors for a wrong call have a
 * code. One that does not answer has refused nothing: it can be asked again.
 */
export const unanswered = (thrown: unknown): string | undefined => {
  if (!(thrown instanceof Error)) return undefined;
  const { cause } = thrown;
  const status = 'status' in thrown ? thrown.status : cause instanceof Response ? cause.status : undefined;
  if (typeof status === 'number') return status >= 500 || status === 429 ? `it answered ${status}` : undefined;
  if (isSilent(thrown)) return reasonOf(thrown);
  // a connection that was cut in the middle of an answer
  return isSilent(cause) ? reasonOf(cause) : undefined;
};

const isSilent = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown.name === 'TimeoutError' || (thrown instanceof TypeError && !('code' in thrown)));
