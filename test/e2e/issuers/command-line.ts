import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** The command line of one user, with a home of its own. */
export interface CommandLine {
  /** `said` hears each piece of standard error */
  run(args: readonly string[], said?: (text: string) => void, signal?: AbortSignal): Promise<Ran>;
  /** what `login` has stored */
  tokens(): Promise<{ readonly accessToken: string; readonly refreshToken?: string }>;
  /** Lets the stored access token seem to have ended, so that the next command renews it. */
  age(): Promise<void>;
  remove(): Promise<void>;
}

export const commandLine = async (): Promise<CommandLine> => {
  const home = await mkdtemp(join(tmpdir(), 'toscanini-login-'));
  const file = join(home, '.local/state/toscanini/tokens.json');
  const env = { PATH: process.env['PATH'], HOME: home };
  return {
    run: async (args, said = () => {}, signal = undefined) => {
      const child = spawn(process.execPath, [join(root, 'cli/toscanini.mjs'), ...args], {
        env,
        ...(signal && { signal }),
      });
      child.on('error', () => undefined); // of the signal; the code says that it was ended
      let [out, error] = ['', ''];
      child.stdout.on('data', (chunk) => {
        out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        error += chunk;
        said(error);
      });
      const code = await new Promise<number>((resolve) => child.on('close', (ended) => resolve(ended ?? -1)));
      return { code, out, error };
    },
    tokens: async () => {
      const stored = JSON.parse(await readFile(file, 'utf8'));
      const [token] = Object.values(stored) as [{ accessToken: string; refreshToken?: string }];
      return token;
    },
    age: async () => {
      const stored = JSON.parse(await readFile(file, 'utf8')) as Record<string, object>;
      const old = Object.entries(stored).map(([key, token]) => [
        key,
        { ...token, expiresAt: '2000-01-01T00:00:00.000Z' },
      ]);
      await writeFile(file, JSON.stringify(Object.fromEntries(old)));
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
};
