import { z } from 'zod';

/** The issuer gave no token: the message says why, in a line. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/** What the sandbox's token endpoint reads (local/sandbox/issuer.ts); lists are comma-separated. */
export interface TokenRequest {
  readonly username?: string;
  readonly groups?: string;
  readonly administrator?: 'true' | 'false';
  readonly expires_in?: string;
}

const answer = z.object({ access_token: z.string() });
const refusal = z.object({ detail: z.string() });

/** A bearer token of the running sandbox. Throws TokenError. */
export async function requestToken(issuer: string, request: TokenRequest = {}): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', ...request });
  const response = await fetch(`${issuer}/token`, { method: 'POST', body }).catch((cause: unknown) => {
    throw new TokenError('nothing runs here: start the service with npm start, then ask again', { cause });
  });
  const content: unknown = await response.json();
  if (response.ok) return answer.parse(content).access_token;
  const why = refusal.safeParse(content).data?.detail ?? 'no reason given';
  throw new TokenError(`the issuer refused (${response.status}): ${why}`);
}
