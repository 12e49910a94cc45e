import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const files = ['package.json', 'package-lock.json'] as const;

/** npm writes it last */
const complete = 'node_modules/.package-lock.json';

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/**
 * Installs a tool of developers into `.tools` when it is first used, so that `npm ci` need not bring it to everyone, and
 * returns the folder of its packages. `pins/<name>` holds the exact versions; the tool is installed again when they change.
 * The project's own packages are not installed a second time.
 */
export const installedTool = async (name: 'executables' | 'lint' | 'mutation'): Promise<string> => {
  const pins = join(import.meta.dirname, 'pins', name);
  const folder = join(import.meta.dirname, '../../.tools', name);
  const pinned = await Promise.all(files.map((file) => read(join(pins, file))));
  const installed = await Promise.all(files.map((file) => read(join(folder, file))));
  if (pinned.join() !== installed.join() || !existsSync(join(folder, complete))) {
    process.stderr.write(`installing ${name} into .tools, once\n`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const file of files) await copyFile(join(pins, file), join(folder, file));
    await run('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  }
  return join(folder, 'node_modules');
};
