import { type Login, Toscanini, ToscaniniError } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { addressOf, type ConnectionFlags, namesAt, targetOf } from '../connection/connect.ts';
import { type Context, changeContexts, readContexts } from '../connection/contexts.ts';
import { freeName, ofDashboard } from '../connection/login-address.ts';
import { type StoredToken, storeToken } from '../connection/stored-tokens.ts';
import { tokenOf } from '../connection/tokens.ts';
import type { CliContext } from '../context.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument, printDone } from '../document.ts';
import { connectionFlags, jsonFlag, optionalWord } from '../flags.ts';
import { painter } from '../screen/paint.ts';

interface Flags {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly scope?: string;
  readonly redirect?: string;
  readonly device: boolean;
  readonly tokenStdin: boolean;
  readonly json: boolean;
  readonly name?: string;
}

async function login(this: CliContext, flags: Flags, given: string): Promise<void> {
  const url = addressOf(given);
  const client = new Toscanini({ url, token: () => undefined, tries: 1, signal: this.interrupted });
  const refused = (cause: unknown): never => {
    throw ofDashboard(url, cause) ?? cause;
  };
  const at = flags.tokenStdin ? undefined : loginAt(flags, await client.logins().catch(refused));
  const token = at === undefined ? await fromInput(this) : await obtained(this, flags, at);
  await accepted(this, url, token).catch(refused);
  let name = '';
  await changeContexts(this, async ({ contexts }) => {
    name = flags.name ?? freeName(contexts, url);
    await storeToken(this, { url, as: name }, token);
    return { current: name, contexts: { ...contexts, [name]: { url, ...(at && { login: at }) } } };
  });
  const mark = painter(this.screen)('green', '✔');
  const { sub: subject, iss: issuer } = await claimsOf(token.accessToken);
  const line = `${mark} logged in at ${url} as ${subject}; the context is ${name}, and is used from now on`;
  printDone(this, flags.json, { url, context: name, subject, issuer }, line);
}

/** The service has the last word on a token; a token that it refuses is not kept. */
const accepted = async ({ interrupted }: CliContext, url: string, { accessToken }: StoredToken): Promise<void> => {
  await claimsOf(accessToken);
  const user = new Toscanini({ url, token: () => accessToken, tries: 2, signal: interrupted });
  await user.me().catch((cause: unknown) => {
    const isRefused = cause instanceof ToscaniniError && cause.name === 'UnauthenticatedError';
    throw isRefused ? new CliError('notAllowed', `${url} does not accept your token: ${cause.message}`) : cause;
  });
};

type LoginPlace = NonNullable<Context['login']>;

/** The flags, or else what the service says; of several issuers the one of `--issuer`. */
const loginAt = ({ issuer, clientId, scope, redirect }: Flags, said: readonly Login[]): LoginPlace => {
  const [one, ...others] = said.filter((each) => issuer === undefined || each.issuer === issuer);
  const known = one !== undefined && others.length === 0 ? one : undefined;
  const place = { issuer: issuer ?? known?.issuer, clientId: clientId ?? known?.clientId };
  if (place.issuer !== undefined && place.clientId !== undefined) {
    const redirectUri = redirect ?? known?.redirectUri;
    return {
      ...{ issuer: place.issuer, clientId: place.clientId, scope: scope ?? known?.scope ?? 'openid email' },
      ...(redirectUri !== undefined && { redirectUri }),
    };
  }
  const choice = said.map((each) => `--issuer ${each.issuer} (${each.name})`).join(', or ');
  throw new CliError(
    'calledWrongly',
    choice === ''
      ? 'the service does not say where to log in: name --issuer and --client-id, or give a token with --token-stdin'
      : `choose where to log in: ${choice}`,
  );
};

const obtained = async (cli: CliContext, flags: Flags, at: LoginPlace): Promise<StoredToken> => {
  const { browserLogin, deviceLogin } = await import('../connection/login.ts');
  const say = (text: string): void => void cli.process.stderr.write(text);
  if (flags.device) {
    const show = ({ url, code }: { readonly url: string; readonly code: string }): void =>
      say(`Open ${url} on any device, and enter the code ${code}\n`);
    const sleep = (milliseconds: number) => cli.sleep(milliseconds, cli.interrupted);
    return deviceLogin({ ...at, show, sleep, now: cli.now, signal: cli.interrupted });
  }
  const show = (url: URL): void => {
    say(`Log in with your browser:\n\n  ${url}\n\n`);
    if (cli.screen.live) void cli.browse?.(url.href);
  };
  return browserLogin({ ...at, show, now: cli.now(), signal: cli.interrupted });
};

/** A token that somebody else renews: it is used as long as it is valid. */
const fromInput = async (cli: CliContext): Promise<StoredToken> => {
  const accessToken = (await cli.readInput()).toString('utf8').trim();
  if (accessToken === '') throw new CliError('calledWrongly', 'standard input is empty: a token is expected there');
  return { accessToken, expiresAt: await expiryOf(accessToken) };
};

interface Claims {
  readonly sub?: unknown;
  readonly iss?: unknown;
  readonly exp?: unknown;
}

/** Not verified: the service does that. */
const claimsOf = async (token: string): Promise<Claims> => {
  const { decomposeUnverifiedJwt } = await import('aws-jwt-verify/jwt');
  try {
    return decomposeUnverifiedJwt(token).payload;
  } catch (cause) {
    throw new CliError('notAllowed', 'this is no access token of OpenID Connect: it is not a signed JWT', { cause });
  }
};

const expiryOf = async (token: string): Promise<string> => {
  const { exp } = await claimsOf(token);
  return new Date(typeof exp === 'number' ? exp * 1000 : 8.64e15).toISOString();
};

async function logout(this: CliContext, flags: ConnectionFlags & { readonly json: boolean }): Promise<void> {
  const { url, name } = await targetOf(this, flags);
  const { contexts } = await readContexts(this.env);
  // an address means every user there
  const all = name === undefined ? namesAt(contexts, url) : [name];
  await storeToken(this, { url }, undefined);
  for (const as of all) await storeToken(this, { url: contexts[as]?.url ?? url, as }, undefined);
  printDone(this, flags.json, { url, context: name ?? null }, `logged out at ${url}`);
}

async function whoami(this: CliContext, flags: ConnectionFlags & DocumentFlags): Promise<void> {
  const target = await targetOf(this, flags);
  const { sub: subject, iss: issuer } = await claimsOf(await tokenOf(this, target, flags.token));
  await printDocument(this, flags, {
    document: { url: target.url, context: target.name ?? null, subject, issuer },
    names: [`${subject}`],
    text: () => [`${subject} of ${issuer}, at ${target.url}`],
  });
}

export const loginCommand = buildCommand<Flags, [string], CliContext>({
  func: login,
  parameters: {
    positional: { kind: 'tuple', parameters: [{ brief: 'address of the service', parse: String, placeholder: 'URL' }] },
    flags: {
      issuer: optionalWord('where to log in: an OpenID Connect issuer', 'URL'),
      clientId: optionalWord('public client of the issuer', 'ID'),
      scope: optionalWord('what the token is for', 'SCOPES'),
      redirect: optionalWord('redirect address on this machine, if the issuer knows only one', 'URL'),
      device: { kind: 'boolean', default: false, brief: 'log in on another device', withNegated: false },
      tokenStdin: { kind: 'boolean', default: false, brief: 'read a token from standard input', withNegated: false },
      name: optionalWord('name of the context; default: the host', 'NAME'),
      ...jsonFlag,
    },
  },
  docs: { brief: briefs.login },
});

export const logoutCommand = buildCommand<ConnectionFlags & { readonly json: boolean }, [], CliContext>({
  func: logout,
  parameters: { flags: { ...jsonFlag, ...connectionFlags } },
  docs: { brief: briefs.logout },
});

export const whoamiCommand = buildCommand<ConnectionFlags & DocumentFlags, [], CliContext>({
  func: whoami,
  parameters: { flags: { ...documentFlags, ...connectionFlags }, aliases: documentAliases },
  docs: { brief: briefs.whoami },
});
