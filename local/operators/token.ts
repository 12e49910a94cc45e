/**
 * `npm run -s tool token -- [--subject S] [--groups a,b] [--admin]`: prints a bearer token of the running sandbox, and nothing
 * else. `npm run -s tool token -- --stack toscanini-data`: the same of an installation in AWS with its own user pool, after a
 * login in the browser.
 */

import { parseArgs } from 'node:util';
import { CliError } from '../../cli/cli-error.ts';
import { browserLogin } from '../../cli/connection/login.ts';
import { loopbackAddress } from '../../lib/data/loopback.ts';
import { LaptopError } from '../machine/laptop-error.ts';
import { readRunning } from '../machine/running.ts';
import { aws } from './aws-command.ts';
import { requestToken, TokenError, type TokenRequest } from './issuer-token.ts';
import { outputOf } from './stack-outputs.ts';

const usage = `usage: npm run -s tool token -- [--subject <name>] [--groups <a,b>] [--admin] [--expires-in <seconds>]
       npm run -s tool token -- --stack <name>-data   (an installation in AWS: log in with the browser)`;

function readArguments(args: readonly string[]): (TokenRequest & { readonly stack?: string }) | 'help' {
  const options = {
    help: { type: 'boolean', short: 'h', default: false },
    stack: { type: 'string' },
    subject: { type: 'string', default: 'developer' },
    groups: { type: 'string', default: '' },
    admin: { type: 'boolean', default: false },
    'expires-in': { type: 'string' },
  } as const;
  try {
    const {
      help,
      stack,
      subject,
      groups,
      admin,
      'expires-in': lifetime,
    } = parseArgs({
      args: [...args],
      options,
    }).values;
    if (help) return 'help';
    if (stack !== undefined) return { stack };
    const request = { username: subject, groups, administrator: admin ? 'true' : 'false' } as const;
    return lifetime === undefined ? request : { ...request, expires_in: lifetime };
  } catch (cause) {
    throw new TokenError(`${cause instanceof Error ? cause.message.split('\n')[0] : cause}\n${usage}`, { cause });
  }
}

async function ofSandbox(request: TokenRequest): Promise<string> {
  const running = readRunning();
  if (!running) throw new TokenError('no service runs here: start it with npm start, then try again');
  return requestToken(running.issuer, request);
}

async function ofUserPool(stack: string): Promise<string> {
  const advice =
    'name the data stack of an installation without issuers, such as toscanini-data; other issuers have tools of their own';
  const read = (key: string) => outputOf(aws, stack, key, advice);
  const [issuer, clientId] = [await read('Issuer'), await read('LoginClientId')];
  const show = (url: URL) => process.stderr.write(`Log in with your browser:\n\n  ${url}\n\n`);
  const login = { issuer, clientId, scope: 'openid email', redirectUri: loopbackAddress, show, now: new Date() };
  return (await browserLogin(login)).accessToken;
}

const tokenFor = ({ stack, ...request }: TokenRequest & { readonly stack?: string }): Promise<string> =>
  stack === undefined ? ofSandbox(request) : ofUserPool(stack);

try {
  const called = readArguments(process.argv.slice(2));
  process.stdout.write(`${called === 'help' ? usage : await tokenFor(called)}\n`);
} catch (cause) {
  if (!(cause instanceof TokenError || cause instanceof LaptopError || cause instanceof CliError)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 1;
}
