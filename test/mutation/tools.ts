import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const folder = join(import.meta.dirname, '../../.tools/mutation');

const files = ['package.json', 'package-lock.json'] as const;

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/**
 * Installs StrykerJS into .tools, outside of the project's own packages, since only this run needs it. It is installed
 * again when the pins have changed. Stryker finds vitest in the project's node_modules, so its peers are not installed.
 */
export const mutationTools = async (): Promise<string> => {
  const pinned = await Promise.all(files.map((file) => read(join(import.meta.dirname, 'pins', file))));
  const installed = await Promise.all(files.map((file) => read(join(folder, file))));
  if (pinned.join() !== installed.join()) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await copyFile(join(import.meta.dirname, 'pins', files[0]), join(folder, files[0]));
    await copyFile(join(import.meta.dirname, 'pins', files[1]), join(folder, files[1]));
    await run('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  }
  return join(folder, 'node_modules/@stryker-mutator');
};
