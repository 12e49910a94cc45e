import { homedir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { alone, type Waiting } from './alone.ts';
import type { Context } from './contexts.ts';
import { ownText, writePrivately } from './contexts.ts';
import type { LoginAt } from './login.ts';

type Env = CliContext['env'];

const stored = v.object({
  accessToken: v.string(),
  /** ISO 8601 */
  expiresAt: v.string(),
  refreshToken: v.optional(v.string()),
});
export type StoredToken = v.InferOutput<typeof stored>;

const file = v.pipe(v.string(), v.parseJson(), v.record(v.string(), stored));

/** `$XDG_STATE_HOME/toscanini/tokens.json`, which only its owner may read. */
export const tokensFile = (env: Env): string =>
  join(env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state'), 'toscanini', 'tokens.json');

const readTokens = async (env: Env): Promise<Readonly<Record<string, StoredToken>>> => {
  const path = tokensFile(env);
  const read = v.safeParse(file, (await ownText(path)) ?? '{}');
  if (read.success) return read.output;
  throw new CliError('calledWrongly', `${path} is not a file of tokens; remove it and log in again`);
};

/** What is changed by one command at a time. */
type Changing = Waiting & Pick<CliContext, 'env'>;

const change = <Result>(cli: Changing, act: () => Promise<Result>): Promise<Result> =>
  alone(cli, tokensFile(cli.env), 'XDG_STATE_HOME', act);

/** undefined as the token: forgets it. */
export const storeToken = (cli: Changing, url: string, token: StoredToken | undefined): Promise<void> =>
  change(cli, () => write(cli.env, url, token));

const write = async (env: Env, url: string, token: StoredToken | undefined): Promise<void> => {
  const { [url]: known, ...others } = await readTokens(env);
  if (known === undefined && token === undefined) return;
  const next = token === undefined ? others : { ...others, [url]: token };
  await writePrivately(tokensFile(env), `${JSON.stringify(next, undefined, 2)}\n`, 'XDG_STATE_HOME');
};

/** Seconds before its end in which a token is already renewed. */
const marginSeconds = 30;

const isValid = (token: StoredToken, now: Date): boolean =>
  Date.parse(token.expiresAt) - now.getTime() > marginSeconds * 1000;

/** The token of the last login, renewed when it ends; undefined: there is none, or it cannot be renewed. */
export const storedToken = async (
  cli: Changing & Pick<CliContext, 'now'>,
  { url, login }: Context,
): Promise<string | undefined> => {
  const { [url]: token } = await readTokens(cli.env);
  if (token === undefined) return undefined;
  if (isValid(token, cli.now())) return token.accessToken;
  if (token.refreshToken === undefined || login === undefined) return undefined;
  const { refreshToken } = token;
  const running =
    renewals.get(refreshToken) ??
    change(cli, () => renewal(cli, { url, login })).finally(() => renewals.delete(refreshToken));
  renewals.set(refreshToken, running);
  return running;
};

/** Those in progress, by refresh token: a command sends several requests at once, and an issuer may take the token only once. */
const renewals = new Map<string, Promise<string | undefined>>();

const renewal = async (
  { env, now, interrupted }: Pick<Changing, 'env' | 'interrupted'> & Pick<CliContext, 'now'>,
  { url, login }: Context & { readonly login: LoginAt },
): Promise<string | undefined> => {
  // another command may have renewed it while this one waited, or logged out
  const { [url]: token } = await readTokens(env);
  if (token === undefined || isValid(token, now())) return token?.accessToken;
  if (token.refreshToken === undefined) return undefined;
  const { renewed } = await import('./login.ts');
  const next = await renewed({ ...login, signal: interrupted }, token.refreshToken, now());
  if (next !== undefined) {
    await write(env, url, next);
    return next.accessToken;
  }
  // a command that did not wait any longer may have been faster: then the issuer refuses this token
  const { [url]: present } = await readTokens(env);
  return present?.refreshToken === token.refreshToken ? undefined : present?.accessToken;
};
