import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { configFile } from '../../cli/connection/contexts.ts';
import { call } from './called.ts';

/** A service that lets everybody wait: the user presses Ctrl-C when it has been asked, and only then it hangs up. */
const slowService = async () => {
  const interrupting = new AbortController();
  const server = createServer(({ socket }) => {
    interrupting.abort();
    socket.destroy();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, interrupted: interrupting.signal };
};

/** The environment of somebody whose current context is a sandbox. */
const atSandbox = (url: string) => {
  const env = { HOME: mkdtempSync(join(tmpdir(), 'toscanini-interrupted-')) };
  onTestFinished(() => rmSync(env.HOME, { recursive: true }));
  mkdirSync(dirname(configFile(env)), { recursive: true });
  writeFileSync(
    configFile(env),
    JSON.stringify({ current: 'laptop', contexts: { laptop: { url, sandboxIssuer: url } } }),
  );
  return env;
};

describe('Ctrl-C ends at once what only waits', () => {
  it('as doctor, which people call when a service does not answer', async () => {
    const { url, interrupted } = await slowService();
    const ended = await call(['doctor', '--url', url, '--token', 'x'], { interrupted });
    expect(ended).toMatchObject({ code: 130, out: '', error: 'interrupted\n' });
  });

  it('as a question for a token', async () => {
    const { url, interrupted } = await slowService();
    const ended = await call(['whoami'], { env: atSandbox(url), interrupted });
    expect(ended).toMatchObject({ code: 130, out: '', error: 'interrupted\n' });
  });
});
