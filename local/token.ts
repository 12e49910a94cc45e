/** `npm run -s token -- [--subject S] [--groups a,b] [--admin]`: a bearer token of the running sandbox, and nothing else. */

import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readRunning } from './running.ts';

const usage = 'usage: npm run -s token -- [--subject <name>] [--groups <a,b>] [--admin] [--expires-in <seconds>]';

/** What the user can mend: shown as one line, without a stack. */
class TokenError extends Error {
  override readonly name = 'TokenError';
}

const nothingRuns = (): TokenError =>
  new TokenError('nothing runs here: start the service with npm start, then ask again');

function readArguments(args: readonly string[]): URLSearchParams {
  const options = {
    subject: { type: 'string', default: 'developer' },
    groups: { type: 'string', default: '' },
    admin: { type: 'boolean', default: false },
    'expires-in': { type: 'string' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const form = { grant_type: 'password', username: values.subject, groups: values.groups };
    const lifetime = values['expires-in'];
    return new URLSearchParams({
      ...form,
      administrator: String(values.admin),
      ...(lifetime === undefined ? {} : { expires_in: lifetime }),
    });
  } catch (cause) {
    throw new TokenError(`${cause instanceof Error ? cause.message.split('\n')[0] : cause}\n${usage}`, { cause });
  }
}

const answer = z.object({ access_token: z.string() });
const refusal = z.object({ detail: z.string() });

async function requestToken(issuer: string, body: URLSearchParams): Promise<string> {
  const response = await fetch(`${issuer}/token`, { method: 'POST', body }).catch((cause: unknown) => {
    throw new TokenError(nothingRuns().message, { cause });
  });
  const content: unknown = await response.json();
  if (response.ok) return answer.parse(content).access_token;
  throw new TokenError(
    `the issuer refused (${response.status}): ${refusal.safeParse(content).data?.detail ?? 'no reason given'}`,
  );
}

try {
  const body = readArguments(process.argv.slice(2));
  const running = readRunning();
  if (!running) throw nothingRuns();
  process.stdout.write(`${await requestToken(running.issuer, body)}\n`);
} catch (cause) {
  if (!(cause instanceof TokenError)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 1;
}
