import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Program, program } from '../support/program.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'toscanini-mishaps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const commandOf = (pid: string, file: 'cmdline' | 'environ'): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it ended while we looked
  }
};

/** Whose command line or environment names our folder: nobody else's. */
const running = (): { pid: number; command: string }[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => commandOf(pid, 'cmdline').includes(folder) || commandOf(pid, 'environ').includes(folder))
    .map((pid) => ({ pid: Number(pid), command: commandOf(pid, 'cmdline') }));

/** The longest wait, in milliseconds: a busy machine is slow, and an idle one waits no longer for it. */
const timeout = 60_000;

const gone = (): Promise<void> => eventually(() => expect(running()).toEqual([]));

/** Runs until the test is over at the latest, so that a test that fails leaves nothing running for the next one. */
const begin = (home: string, command: string, ...args: string[]): Program => {
  const env = { PATH: process.env['PATH'], PORT: '0', TOSCANINI_HOME: home, TMPDIR: folder, HOME: folder };
  const started = program(command, args, { cwd: root, env });
  onTestFinished(async () => {
    for (const { pid } of running()) kill(pid);
    await started.ended;
  });
  return started;
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it ended while we looked
  }
};

const start = (home: string) => begin(home, process.execPath, 'local/run.mjs', 'start');
const killEngine = (): void => {
  for (const { pid, command } of running()) if (/^\S*dynoxide --host/.test(command)) kill(pid);
};

/** The first status that is not 503: that one is true while the engine still starts, and asks to come again. */
const answered = async (address: string, authorization: string): Promise<number> => {
  const by = Date.now() + timeout;
  for (;;) {
    const { status } = await fetch(address, { headers: { authorization } });
    if (status !== 503 || Date.now() > by) return status;
    await setTimeout(100);
  }
};

/** One that has run before, so that its template is at hand. */
const home = join(folder, 'home');

describe('the service, when something happens to it', () => {
  it.each(['start', 'demo'])('ends with npm, however it is run: npm %s', async (script) => {
    const { child, said } = begin(home, 'npm', 'run', script);
    await said(script === 'start' ? 'Ctrl-C stops the service' : 'deploy examples');
    child.kill('SIGTERM');
    await once(child, 'exit');
    await gone();
  });

  it('stops in order when it is told to while it starts', async () => {
    const early = join(folder, 'early');
    const { child, ended, output } = start(early);
    await eventually(() => expect(existsSync(join(early, 'data', 'tables.db'))).toBe(true));
    child.kill('SIGTERM');
    expect([await ended, output()]).toEqual([0, '']);
    await gone();
  });

  it('starts the engine of the tables again when it dies, and gives up when it keeps dying', async () => {
    const { said, ended, output } = start(home);
    await said('Ctrl-C stops the service');
    const [, url, token] = /listens on (\S+).*TOKEN=(\S+)/s.exec(output()) ?? [];
    const lines = (): number => output().split('is being restarted').length - 1;
    for (const time of [1, 2, 3]) {
      killEngine();
      await eventually(() => expect(lines()).toBe(time));
      expect(await answered(`${url}/deployments`, `Bearer ${token}`)).toBe(200);
    }
    killEngine();
    expect(await ended).toBe(1);
    expect(output()).toMatch(/\ndynoxide, which stores the tables, keeps ending \(.+\): .+\n$/);
    await gone();
  });

  it('still knows everybody’s deployments on another port', async () => {
    const seen: unknown[] = [];
    for (const round of [1, 2]) {
      const { child, said, ended, output } = start(home); // a free port, so another one each time
      await said('Ctrl-C stops the service');
      const [, url, token] = /listens on (\S+).*TOKEN=(\S+)/s.exec(output()) ?? [];
      const [, body] = /-d '(.+)'\n/.exec(output()) ?? [];
      const headers = { authorization: `Bearer ${token}` };
      if (round === 1 && body) await fetch(`${url}/deployments`, { method: 'POST', headers, body });
      const list = (await (await fetch(`${url}/deployments`, { headers })).json()) as { content: { uuid: string }[] };
      seen.push(list.content.map(({ uuid }) => uuid));
      child.kill('SIGTERM');
      await ended;
    }
    expect(seen[0]).toHaveLength(1);
    expect(seen[1]).toEqual(seen[0]);
  });

  it.each(['data/tables.db', 'data/executions.db', 'data/notifications.db', 'data/objects/fauxqs.db', 'lock'])(
    'says in one line that %s is broken',
    async (file) => {
      const broken = mkdtempSync(join(folder, 'broken-'));
      cpSync(home, broken, { recursive: true });
      for (const suffix of ['-wal', '-shm']) rmSync(join(broken, file) + suffix, { force: true });
      writeFileSync(join(broken, file), 'no database '.repeat(100));
      const { ended, output } = start(broken);
      expect(await ended).toBe(1);
      expect(output()).toMatch(/^[^\n]+\n$/);
      expect(output()).toContain(broken);
      await gone();
    },
  );

  it('says in one line that its home is a file', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { ended, output } = start(file);
    expect(await ended).toBe(1);
    expect(output()).toMatch(/^data cannot be stored in \S+ \(.+\): set TOSCANINI_HOME to .+\n$/);
  });
});

describe('npm run check', () => {
  it('prints lines for people on a terminal', async () => {
    const command = `${process.execPath} local/run.mjs check examples/broken.yaml`;
    const { stdout } = await new Promise<{ stdout: string }>((resolve) => {
      const env = { PATH: process.env['PATH'], NO_COLOR: '1' };
      execFile('script', ['-qc', command, '/dev/null'], { cwd: root, env }, (_error, stdout) => resolve({ stdout }));
    });
    const lines = stdout.trim().split(/\r?\n/);
    expect(lines[0]).toBe('examples/broken.yaml:9:16 error expected an integer, found "two"');
    expect(lines.at(-1)).toMatch(/^✖ examples\/broken\.yaml {2}9 errors, 1 warning/);
  });
});
