/**
 * `npm run -s token -- [--subject S] [--groups a,b] [--admin]`: prints a bearer token of the running sandbox, and nothing
 * else.
 */

import { parseArgs } from 'node:util';
import { LaptopError } from '../machine/laptop-error.ts';
import { readRunning } from '../machine/running.ts';
import { requestToken, TokenError, type TokenRequest } from './issuer-token.ts';

const usage = 'usage: npm run -s token -- [--subject <name>] [--groups <a,b>] [--admin] [--expires-in <seconds>]';

function readArguments(args: readonly string[]): TokenRequest {
  const options = {
    subject: { type: 'string', default: 'developer' },
    groups: { type: 'string', default: '' },
    admin: { type: 'boolean', default: false },
    'expires-in': { type: 'string' },
  } as const;
  try {
    const { subject, groups, admin, 'expires-in': lifetime } = parseArgs({ args: [...args], options }).values;
    const request = { username: subject, groups, administrator: admin ? 'true' : 'false' } as const;
    return lifetime === undefined ? request : { ...request, expires_in: lifetime };
  } catch (cause) {
    throw new TokenError(`${cause instanceof Error ? cause.message.split('\n')[0] : cause}\n${usage}`, { cause });
  }
}

try {
  const request = readArguments(process.argv.slice(2));
  const running = readRunning();
  if (!running) throw new TokenError('no service runs here: start it with npm start, then try again');
  process.stdout.write(`${await requestToken(running.issuer, request)}\n`);
} catch (cause) {
  if (!(cause instanceof TokenError || cause instanceof LaptopError)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 1;
}
