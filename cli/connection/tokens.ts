import * as v from 'valibot';
import { CliError, wasInterrupted } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { githubToken, isGithubJob } from './github-token.ts';
import { storedToken } from './stored-tokens.ts';
import type { Target } from './target.ts';

type Given = Pick<CliContext, 'env' | 'now' | 'sleep'> & Partial<Pick<CliContext, 'interrupted' | 'fetch'>>;

/**
 * A bearer token. In this order: `--token`, TOSCANINI_TOKEN, ORCHENT_TOKEN, oidc-agent (OIDC_SOCK with
 * ORCHENT_AGENT_ACCOUNT), the sandbox's issuer, what `toscanini login` has stored, that of a job at GitHub. CliError when there
 * is none.
 */
export const tokenOf = async (cli: Given, target: Target, flag: string | undefined): Promise<string> => {
  const { env } = cli;
  const given = flag ?? (env['TOSCANINI_TOKEN'] || env['ORCHENT_TOKEN'] || undefined);
  if (given !== undefined) return given;
  const account = env['ORCHENT_AGENT_ACCOUNT'];
  if (env['OIDC_SOCK'] && account) return fromAgent(account);
  if (target.sandboxIssuer !== undefined) return sandboxToken(cli, target.sandboxIssuer, target.url);
  const stored = await storedToken(cli, target);
  if (stored !== undefined) return stored;
  if (isGithubJob(env)) return githubToken(cli, target.url);
  const { url, as } = target;
  const name =
    as === undefined || as === new URL(url).hostname
      ? ''
      : ` --name ${/^[\w.:/@-]+$/.test(as) ? as : JSON.stringify(as)}`;
  throw new CliError(
    'notAllowed',
    `you are not logged in at ${url}, or the login has ended: toscanini login ${url}${name}`,
  );
};

const fromAgent = async (account: string): Promise<string> => {
  const [{ execFile }, { promisify }] = [await import('node:child_process'), await import('node:util')];
  try {
    const { stdout } = await promisify(execFile)('oidc-token', [account]);
    return stdout.trim();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : `${cause}`;
    throw new CliError('notAllowed', `oidc-agent gave no token for the account ${account}: ${why}`, { cause });
  }
};

const kept = new Map<string, Promise<string>>();

/** One token for the run of a command: the sandbox's are valid for a day. */
const sandboxToken = (cli: Given, issuer: string, url: string): Promise<string> => {
  const known = kept.get(issuer) ?? askSandbox(cli, issuer, url);
  kept.set(issuer, known);
  return known;
};

const askSandbox = async (
  { interrupted, fetch: send = fetch }: Given,
  issuer: string,
  url: string,
): Promise<string> => {
  const body = new URLSearchParams({
    grant_type: 'password',
    username: 'developer',
    groups: '',
    administrator: 'false',
  });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const asking = send(`${issuer}/token`, {
    ...{ method: 'POST', headers, body: body.toString() },
    signal: interrupted ?? null,
  }).then((response) => response.text());
  const answer = await asking.catch((cause: unknown) => {
    if (wasInterrupted(cause)) throw cause;
    throw new CliError('unreachable', `nothing answers at ${url}: start the service with npm start`, { cause });
  });
  const token = tokenIn(answer);
  if (token !== undefined) return token;
  throw new CliError(
    'unreachable',
    `another program answers at ${issuer}, where the sandbox gave tokens: start the service with npm start`,
  );
};

/** undefined: another program has answered. */
const tokenIn = (answer: string): string | undefined => {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ access_token: v.string() })), answer);
  return read.success ? read.output.access_token : undefined;
};
