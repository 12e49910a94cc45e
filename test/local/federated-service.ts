import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { program } from '../support/program.ts';

interface Urls {
  readonly url: string;
  readonly issuer: string;
  readonly imUrl: string;
  readonly federationUrl: string;
  readonly awsUrl: string;
  /** where the commands of operators ask */
  readonly operators: string;
  readonly s3: string;
  /** buckets whose new files start schedules */
  readonly incoming: readonly string[];
}

/**
 * Time for the service to start, in milliseconds: some seconds on an idle machine, and more than a minute where many
 * test files share two cores.
 */
export const startMs = 240_000;

/** `npm start` with options in a process of its own, which can be stopped before it listens. */
const startService = (home: string, env: NodeJS.ProcessEnv, options: readonly string[]) => {
  const args = ['local/run.mjs', 'start', ...options];
  const { child, output, said, ended } = program(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], PORT: '0', PACE: '0.2', TOSCANINI_HOME: home, XDG_CONFIG_HOME: home, ...env },
  });
  return {
    output,
    listening: async (): Promise<Urls> => {
      await said('listens on');
      return JSON.parse(readFileSync(join(home, 'running.json'), 'utf8'));
    },
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** The same for the tests of a file, in a folder of its own, which is gone afterwards. */
export const federatedForTests = (name: string, env: NodeJS.ProcessEnv = {}) =>
  serviceForTests(name, env, ['--federated']);

export const serviceForTests = (name: string, env: NodeJS.ProcessEnv = {}, options: readonly string[] = []) => {
  const home = mkdtempSync(join(tmpdir(), `toscanini-${name}-`));
  let service: ReturnType<typeof startService> | undefined;
  let listening: Urls | undefined;
  beforeAll(async () => {
    service = startService(home, env, options);
    listening = await service.listening();
  }, startMs);
  afterAll(async () => {
    await service?.stop();
    rmSync(home, { recursive: true });
  });
  return {
    home,
    output: () => service?.output() ?? '',
    urls: (): Urls => {
      if (listening === undefined) throw new Error('the service does not listen yet');
      return listening;
    },
  };
};

/** The sandbox's AWS works fifty times as fast as AWS, for the tests of a file. */
export const withFastAws = ({ urls }: { urls(): Urls }): void =>
  beforeAll(async () => {
    await fetch(`${urls().awsUrl}/_sandbox/aws`, { method: 'PUT', body: JSON.stringify({ pace: 0.02 }) });
  });
