/** An earlier state of `src` in a temporary folder, for benchmarks that compare with it. Needs the history of this repository. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Gives the folder of the commit to the work, and removes it when the work is done. */
export async function* withEarlier<T>(
  commit: string,
  work: (folder: string, root: string) => AsyncIterable<T>,
): AsyncIterable<T> {
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-earlier-'));
  try {
    const archive = execFileSync('git', ['archive', commit, 'src', 'package.json'], { cwd: root, maxBuffer: 2 ** 28 });
    mkdirSync(join(folder, 'old'));
    execFileSync('tar', ['-x', '-C', join(folder, 'old')], { input: archive });
    symlinkSync(join(root, 'node_modules'), join(folder, 'old/node_modules'));
    yield* work(join(folder, 'old'), root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
