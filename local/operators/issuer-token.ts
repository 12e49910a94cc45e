import * as v from 'valibot';
import { conform, examine } from '../../src/foundation/shape/examine.ts';

/** The issuer gave no token; the message says why in one line. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/** The parameters of the sandbox's token endpoint (local/sandbox/issuer.ts); lists are comma-separated. */
export interface TokenRequest {
  readonly username?: string;
  readonly groups?: string;
  readonly administrator?: 'true' | 'false';
  readonly expires_in?: string;
}

const answer = v.object({ access_token: v.string() });
const refusal = v.object({ detail: v.string() });

/** A bearer token from the running sandbox. Throws TokenError. */
export async function requestToken(issuer: string, request: TokenRequest = {}): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', ...request });
  const response = await fetch(`${issuer}/token`, { method: 'POST', body }).catch((cause: unknown) => {
    throw new TokenError('no service runs here: start it with npm start, then try again', { cause });
  });
  const content: unknown = await response.json();
  if (response.ok) return conform(answer, content).access_token;
  const examined = examine(refusal, content);
  const why = examined.ok ? examined.value.detail : 'no reason given';
  throw new TokenError(`the issuer refused (${response.status}): ${why}`);
}
