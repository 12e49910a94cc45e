/**
 * The token of a job at GitHub Actions. Nothing is stored: the job asks GitHub, which tells in the token who it is. Source: the
 * client in `@actions/core` 3.0.1, and GitHub's OpenID Connect reference.
 */

import * as v from 'valibot';
import { CliError, wasInterrupted } from '../cli-error.ts';
import type { CliContext } from '../context.ts';

type Given = Pick<CliContext, 'env' | 'now'> & Partial<Pick<CliContext, 'interrupted' | 'fetch'>>;

const answerSchema = v.pipe(v.string(), v.parseJson(), v.object({ value: v.pipe(v.string(), v.nonEmpty()) }));

/** seconds since 1970 */
const claimsSchema = v.pipe(v.string(), v.parseJson(), v.object({ exp: v.number() }));

/** Such a token lasts some minutes, a deployment may take longer. Milliseconds before its end at which it is renewed. */
const spare = 60_000;

interface Kept {
  readonly token: string;
  /** milliseconds since 1970 */
  readonly until: number;
}

const kept = new Map<string, Promise<Kept>>();

/** Whether this is a job that may ask for a token: `permissions: id-token: write`. */
export const isGithubJob = (env: CliContext['env']): boolean =>
  Boolean(env['ACTIONS_ID_TOKEN_REQUEST_URL'] && env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']);

/** The audience: TOSCANINI_OIDC_AUDIENCE, or the address of the service. CliError when GitHub gives no token. */
export const githubToken = async (cli: Given, url: string): Promise<string> => {
  const audience = cli.env['TOSCANINI_OIDC_AUDIENCE'] || url.replace(/(?<!\/)\/+$/, '');
  const tokenUrl = `${cli.env['ACTIONS_ID_TOKEN_REQUEST_URL']} ${audience}`;
  const known = await kept.get(tokenUrl);
  if (known !== undefined && cli.now().getTime() < known.until) return known.token;
  const asking = ask(cli, audience);
  kept.set(tokenUrl, asking);
  // what failed is asked for again by the next request
  asking.catch(() => kept.delete(tokenUrl));
  return (await asking).token;
};

const ask = async ({ env, now, interrupted, fetch: send = fetch }: Given, audience: string): Promise<Kept> => {
  const address = `${env['ACTIONS_ID_TOKEN_REQUEST_URL']}&audience=${encodeURIComponent(audience)}`;
  const headers = { Authorization: `Bearer ${env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']}`, Accept: 'application/json' };
  try {
    const response = await send(address, { headers, signal: interrupted ?? null });
    const read = v.safeParse(answerSchema, await response.text());
    // nothing of the answer is said: it may be a token
    if (!response.ok || !read.success) throw refused(`it answers ${response.status}`);
    const token = read.output.value;
    return { token, until: endOf(token, now()) - spare };
  } catch (cause) {
    if (wasInterrupted(cause) || cause instanceof CliError) throw cause;
    throw refused('it does not answer', cause);
  }
};

/** Of a token whose end cannot be read: now, so that each request gets a new one. */
const endOf = (token: string, now: Date): number => {
  const claims = v.safeParse(claimsSchema, Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return claims.success ? claims.output.exp * 1000 : now.getTime();
};

const refused = (why: string, cause?: unknown): CliError =>
  new CliError('notAllowed', `GitHub gave this job no token: ${why}; the job needs permissions: id-token: write`, {
    cause,
  });
