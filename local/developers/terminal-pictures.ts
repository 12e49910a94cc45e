/**
 * `npm run tool pictures`: takes the pictures of docs/cli.md anew. Every one is what a real command has written to a real
 * pseudo-terminal (`script` of util-linux), with a service of its own whose first cloud fails.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failFirst } from '../demo/fault.ts';
import { startService } from '../demo/service.ts';
import { pictureOf, screenAfter } from './terminal-picture.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/screens');
const size = { columns: 96, rows: 24 };

type Env = Readonly<Record<string, string | undefined>>;

/** Runs a command as a user types it. `answers` is typed when its text is on the screen. */
const typed = async (
  env: Env,
  args: readonly string[],
  seen: (written: string, type: (text: string) => void) => void = () => undefined,
): Promise<string> => {
  const words = args.map((word) => `'${word}'`).join(' ');
  const command = `stty cols ${size.columns} rows ${size.rows}; exec '${process.execPath}' cli/toscanini.mjs ${words}`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd: root, env: { ...env }, stdio: 'pipe' });
  child.stderr.pipe(process.stderr);
  let written = `$ toscanini ${args.join(' ')}\r\n`;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
    seen(written, (answer) => child.stdin.write(answer));
  });
  await once(child, 'close');
  return written;
};

const save = (name: string, written: string): void => {
  writeFileSync(join(folder, `cli-${name}.svg`), pictureOf(screenAfter(written, size.columns), size.columns));
  process.stdout.write(`docs/screens/cli-${name}.svg\n`);
};

const home = mkdtempSync(join(tmpdir(), 'toscanini-pictures-'));
const service = await startService({ ...process.env, PACE: '0.3' }, AbortSignal.timeout(600_000));
try {
  mkdirSync(folder, { recursive: true });
  const env = {
    ...{ PATH: process.env['PATH'], TERM: 'xterm-256color', HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home },
    ...{ TOSCANINI_URL: service.url, TOSCANINI_TOKEN: service.token },
  };
  const restore = await failFirst(service.imUrl);
  let progress = '';
  const deployed = await typed(
    env,
    ['deploy', 'examples/cluster.yaml', '--name', 'lab', '-i', 'workers=3'],
    (written) => {
      // in the middle of the second attempt
      if (progress === '' && /attempt 2.*\n.*creating[^\n]*2 s/s.test(written.slice(-1500))) progress = written;
    },
  );
  await restore();
  save('progress', progress === '' ? deployed : progress);
  save('deployed', deployed);
  save('attempts', (await typed(env, ['attempts', 'lab'])) + (await typed(env, ['graph', 'lab'])));
  let isAnswered = false;
  const updated = await typed(env, ['update', 'lab', '-i', 'workers=5'], (written, type) => {
    if (!isAnswered && written.includes('[y/N]')) {
      isAnswered = true;
      type('y\n');
    }
  });
  save('update', updated);
  save('doctor', await typed(env, ['doctor']));
} finally {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
}
