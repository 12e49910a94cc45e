import { buildCommand } from '@stricli/core';
import { Toscanini } from '../../client/index.ts';
import { CliError } from '../cli-error.ts';
import { type ConnectionFlags, targetOf } from '../connection/connect.ts';
import { type Context, registerContext } from '../connection/contexts.ts';
import { type StoredToken, storeToken } from '../connection/stored-tokens.ts';
import { tokenOf } from '../connection/tokens.ts';
import type { CliContext } from '../context.ts';
import { connectionFlags, jsonFlag } from '../flags.ts';
import { painter } from '../screen/paint.ts';

interface Flags {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly scope: string;
  readonly redirect?: string;
  readonly device: boolean;
  readonly tokenStdin: boolean;
  readonly name?: string;
}

async function login(this: CliContext, flags: Flags, url: string): Promise<void> {
  await new Toscanini({ url, token: () => undefined, tries: 1 }).info();
  const login = flags.tokenStdin ? undefined : loginAt(flags);
  const token = login === undefined ? await fromInput(this) : await obtained(this, flags, login);
  const name = flags.name ?? new URL(url).hostname;
  await storeToken(this.env, url, token);
  await registerContext(this.env, name, { url, ...(login && { login }) });
  this.screen.write(
    `${painter(this.screen)('green', '✔')} logged in at ${url} as ${await subjectOf(token.accessToken)}; the context is ${name}\n`,
  );
}

const loginAt = ({ issuer, clientId, scope }: Flags): NonNullable<Context['login']> => {
  if (issuer !== undefined && clientId !== undefined) return { issuer, clientId, scope };
  throw new CliError(
    'calledWrongly',
    'name where to log in: --issuer and --client-id (of an installation with its own user pool, the outputs Issuer and ' +
      'LoginClientId of its data stack), or give a token with --token-stdin',
  );
};

const obtained = async (cli: CliContext, flags: Flags, at: NonNullable<Context['login']>): Promise<StoredToken> => {
  const { browserLogin, deviceLogin } = await import('../connection/login.ts');
  const say = (text: string): void => void cli.process.stderr.write(text);
  if (flags.device) {
    const show = ({ url, code }: { readonly url: string; readonly code: string }): void =>
      say(`Open ${url} on any device, and enter the code ${code}\n`);
    return deviceLogin({ ...at, show, sleep: cli.sleep, now: cli.now });
  }
  const show = (url: URL): void => say(`Log in with your browser:\n\n  ${url}\n\n`);
  return browserLogin({
    ...at,
    ...(flags.redirect !== undefined && { redirectUri: flags.redirect }),
    show,
    now: cli.now(),
  });
};

/** A token that somebody else renews: it is used as long as it is valid. */
const fromInput = async (cli: CliContext): Promise<StoredToken> => {
  const accessToken = (await cli.readInput()).trim();
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
    throw new CliError('calledWrongly', 'this is no access token of OpenID Connect: it is not a signed JWT', { cause });
  }
};

const expiryOf = async (token: string): Promise<string> => {
  const { exp } = await claimsOf(token);
  return new Date(typeof exp === 'number' ? exp * 1000 : 8.64e15).toISOString();
};

const subjectOf = async (token: string): Promise<string> => `${(await claimsOf(token)).sub}`;

async function logout(this: CliContext, flags: ConnectionFlags): Promise<void> {
  const { url } = await targetOf(this, flags);
  await storeToken(this.env, url, undefined);
  this.screen.write(`logged out at ${url}\n`);
}

async function whoami(this: CliContext, flags: ConnectionFlags & { readonly json: boolean }): Promise<void> {
  const target = await targetOf(this, flags);
  const { sub: subject, iss: issuer } = await claimsOf(await tokenOf(this, target, flags.token));
  const found = { url: target.url, context: target.name ?? null, subject, issuer };
  if (flags.json) return this.screen.write(`${JSON.stringify(found)}\n`);
  this.screen.write(`${subject} of ${issuer}, at ${target.url}\n`);
}

const text = (brief: string, placeholder: string) =>
  ({ kind: 'parsed', parse: String, optional: true, brief, placeholder }) as const;

export const loginCommand = buildCommand<Flags, [string], CliContext>({
  func: login,
  parameters: {
    positional: { kind: 'tuple', parameters: [{ brief: 'address of the service', parse: String, placeholder: 'URL' }] },
    flags: {
      issuer: text('where to log in: an OpenID Connect issuer', 'URL'),
      clientId: text('public client of the issuer', 'ID'),
      scope: {
        kind: 'parsed',
        parse: String,
        default: 'openid email',
        brief: 'what the token is for',
        placeholder: 'SCOPES',
      },
      redirect: text('redirect address on this machine, if the issuer knows only one', 'URL'),
      device: { kind: 'boolean', default: false, brief: 'log in on another device', withNegated: false },
      tokenStdin: { kind: 'boolean', default: false, brief: 'read a token from standard input', withNegated: false },
      name: text('name of the context; default: the host', 'NAME'),
    },
  },
  docs: { brief: 'Log in at a service, and use it from now on' },
});

export const logoutCommand = buildCommand<ConnectionFlags, [], CliContext>({
  func: logout,
  parameters: { flags: connectionFlags },
  docs: { brief: 'Forget the token of a service' },
});

export const whoamiCommand = buildCommand<ConnectionFlags & { readonly json: boolean }, [], CliContext>({
  func: whoami,
  parameters: { flags: { ...jsonFlag, ...connectionFlags } },
  docs: { brief: 'Show who you are at the service' },
});
