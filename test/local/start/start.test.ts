import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Program, program } from '../../support/program.ts';

const root = join(import.meta.dirname, '../../..');
const home = mkdtempSync(join(tmpdir(), 'toscanini-home-'));

const programs: Program[] = [];

const start = (port: number, ...options: string[]): Program => startWith({}, port, ...options);

const startWith = (env: NodeJS.ProcessEnv, port: number, ...options: string[]): Program => {
  const args = ['local/run.mjs', 'start', ...options];
  const started = program(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: `${port}`, TOSCANINI_HOME: home, XDG_CONFIG_HOME: home, ...env },
  });
  programs.push(started);
  return started;
};

const ready = async ({ said, output }: Program): Promise<string> => {
  const listens = /listens on (http:\/\/\S+)/;
  await said(listens);
  return listens.exec(output())?.[1] ?? '';
};

const tokenFor = async (subject: string): Promise<string> => {
  const { issuer } = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8'));
  const body = new URLSearchParams({ grant_type: 'password', username: subject, groups: '', administrator: 'false' });
  const response = await fetch(`${issuer}/token`, { method: 'POST', body });
  return ((await response.json()) as { access_token: string }).access_token;
};

/** Processes whose command line names our home: nobody else's. */
const leftRunning = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return ''; // it ended while we looked
      }
    })
    .filter((command) => command.includes(home));

/** Three ports in a row that nobody has: the service's and the sandbox's two. Below those that the kernel gives to others. */
const freePorts = async (): Promise<number> => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const servers = [port, port + 1, port + 2].map((wanted) => createServer().listen(wanted, '127.0.0.1'));
    const outcomes = await Promise.allSettled(servers.map((server) => once(server, 'listening')));
    await Promise.all(servers.filter((server) => server.listening).map(close));
    if (outcomes.every(({ status }) => status === 'fulfilled')) return port;
  }
};

const close = async (server: Server): Promise<void> => {
  server.close();
  await once(server, 'close');
};

describe('npm start', () => {
  let port: number;
  beforeAll(async () => {
    port = await freePorts();
  });
  afterEach(async () => {
    for (const { child, ended } of programs.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
  });
  afterAll(() => rmSync(home, { recursive: true }));

  const deployments = async (): Promise<{ status: string }[]> => {
    const headers = { authorization: `Bearer ${await tokenFor('ann')}` };
    const response = await fetch(`http://127.0.0.1:${port}/deployments`, { headers });
    return ((await response.json()) as { content: { status: string }[] }).content;
  };

  /** It ends in order long before idle connections would (75 s), and leaves no process behind. */
  const stopsOn = async (signal: 'SIGINT' | 'SIGTERM', { child, ended }: Program): Promise<void> => {
    const stopping = performance.now();
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(performance.now() - stopping).toBeLessThan(30_000);
    await eventually(() => expect(leftRunning()).toEqual([]));
    expect(readdirSync(home)).not.toContain('running.json');
  };

  it('takes up what was in flight when it was killed, stops on SIGTERM, and forgets it when told to begin anew', async () => {
    const first = start(port);
    const url = await ready(first);
    const template = readFileSync(join(root, 'examples', 'web-server.yaml'), 'utf8');
    const response = await fetch(`${url}/deployments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenFor('ann')}` },
      body: JSON.stringify({ template }),
    });
    expect(response.status).toBe(201);
    first.child.kill('SIGKILL');
    await first.ended;
    await eventually(() => expect(leftRunning()).toEqual([]));

    const second = start(port);
    await ready(second);
    for (;;) {
      const [deployment] = await deployments();
      if (deployment?.status === 'CREATE_COMPLETE') break;
      expect(deployment?.status).toBe('CREATE_IN_PROGRESS');
      await setTimeout(200);
    }
    await stopsOn('SIGTERM', second);

    await ready(start(port, '--fresh'));
    expect(await deployments()).toEqual([]);
  });

  it('says in one line that the port is taken', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const started = start(port);
    expect(await started.ended).toBe(1);
    await close(other);
    expect(started.output()).toMatch(new RegExp(`^port ${port} of 127.0.0.1 is in use: .+\n$`));
    await eventually(() => expect(leftRunning()).toEqual([]));
  });

  it('says in one line that another one has its data, which goes on, and stops on SIGINT', async () => {
    const first = start(port);
    const url = await ready(first);
    const second = start(await freePorts());
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(
      new RegExp(`^a service with its data in .+ already runs on http://127.0.0.1:${port}: .+\n$`),
    );
    expect((await fetch(`${url}/info`)).status).toBe(200);
    await stopsOn('SIGINT', first);
  });

  it.each([['an option that it does not know', '--frsh', /^usage: npm start .+\n$/]])(
    'says in one line how it is used for %s',
    async (_case, option, line) => {
      const started = start(port, option);
      expect(await started.ended).toBe(1);
      expect(started.output()).toMatch(line);
    },
  );

  it.each(['0', '-1', '2', 'fast'])('says in one line that PACE cannot be %s', async (PACE) => {
    const started = startWith({ PACE }, port);
    expect(await started.ended).toBe(1);
    expect(started.output()).toBe(`PACE is ${PACE}; it must be a number above 0 and at most 1, such as 0.2\n`);
  });
});
