import { homedir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { alone, type Waiting } from './alone.ts';
import type { Context } from './contexts.ts';
import { ownText, writePrivately } from './contexts.ts';
import type { LoginAt } from './login-at.ts';

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

type Tokens = Readonly<Record<string, StoredToken>>;

/** Whose login a token is: two contexts may be two users of one service. */
export interface LoginOf {
  readonly url: string;
  /** name of the context; undefined: none, as earlier releases stored a token */
  readonly as?: string | undefined;
}

const keyOf = ({ url, as }: LoginOf): string => (as === undefined ? url : `${url} ${as}`);

/** Where the token is: that of an earlier release belongs to every context of its service. */
const keyIn = (tokens: Tokens, { url, as }: LoginOf): string => {
  const key = keyOf({ url, as });
  return tokens[key] === undefined ? url : key;
};

const readTokens = async (env: Env): Promise<Tokens> => {
  const path = tokensFile(env);
  const read = v.safeParse(file, (await ownText(path)) ?? '{}');
  if (read.success) return read.output;
  throw new CliError('calledWrongly', `${path} is not a file of tokens; remove it and log in again`);
};

/** What is changed by one command at a time. */
type Changing = Waiting & Pick<CliContext, 'env'>;

const change = <Result>(cli: Changing, act: () => Promise<Result>): Promise<Result> =>
  alone(cli, tokensFile(cli.env), 'XDG_STATE_HOME', act);

/** undefined as the token: forgets it. A new one replaces also what an earlier release stored for the service. */
export const storeToken = (cli: Changing, of: LoginOf, token: StoredToken | undefined): Promise<void> =>
  change(cli, async () => {
    const { [keyOf(of)]: known, ...others } = await readTokens(cli.env);
    const { [of.url]: _, ...current } = others;
    if (token !== undefined) await write(cli.env, { ...current, [keyOf(of)]: token });
    else if (known !== undefined) await write(cli.env, others);
  });

const write = (env: Env, tokens: Tokens): Promise<void> =>
  writePrivately(tokensFile(env), `${JSON.stringify(tokens, undefined, 2)}\n`, 'XDG_STATE_HOME');

/** Seconds before its end in which a token is already renewed. */
const marginSeconds = 30;

const isValid = (token: StoredToken, now: Date): boolean =>
  Date.parse(token.expiresAt) - now.getTime() > marginSeconds * 1000;

/** The token of the last login, renewed when it ends; undefined: there is none, or it cannot be renewed. */
export const storedToken = async (
  cli: Changing & Pick<CliContext, 'now'>,
  { url, as, login }: LoginOf & Pick<Context, 'login'>,
): Promise<string | undefined> => {
  const tokens = await readTokens(cli.env);
  const token = tokens[keyIn(tokens, { url, as })];
  if (token === undefined) return undefined;
  if (isValid(token, cli.now())) return token.accessToken;
  if (token.refreshToken === undefined || login === undefined) return undefined;
  const { refreshToken } = token;
  const running =
    renewals.get(refreshToken) ??
    change(cli, () => renewal(cli, { url, as, login })).finally(() => renewals.delete(refreshToken));
  renewals.set(refreshToken, running);
  return running;
};

/** Those in progress, by refresh token: a command sends several requests at once, and an issuer may take the token only once. */
const renewals = new Map<string, Promise<string | undefined>>();

const renewal = async (
  { env, now, interrupted }: Pick<Changing, 'env' | 'interrupted'> & Pick<CliContext, 'now'>,
  { login, ...of }: LoginOf & { readonly login: LoginAt },
): Promise<string | undefined> => {
  const tokens = await readTokens(env);
  const key = keyIn(tokens, of);
  // another command may have renewed it while this one waited, or logged out
  const token = tokens[key];
  if (token === undefined || isValid(token, now())) return token?.accessToken;
  if (token.refreshToken === undefined) return undefined;
  const { renewed } = await import('./login.ts');
  const next = await renewed({ ...login, signal: interrupted }, token.refreshToken, now());
  if (next !== undefined) {
    await write(env, { ...(await readTokens(env)), [key]: next });
    return next.accessToken;
  }
  // a command that did not wait any longer may have been faster: then the issuer refuses this token
  const { [key]: present } = await readTokens(env);
  return present?.refreshToken === token.refreshToken ? undefined : present?.accessToken;
};
