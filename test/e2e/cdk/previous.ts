import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Release 0.1.0, which bears no tag. */
const release = '03634a393fb4cd008d481b60301021bfeca445f9';

export interface PreviousCommit {
  readonly commit: string;
  /** why this one, in words */
  readonly because: string;
}

/**
 * The commit to upgrade from: what `E2E_UPGRADE_FROM` names (such as the release that runs in production), else the newest tag, else
 * release 0.1.0, else the commit before this one. A commit in the midst of work is nobody's installation, and mostly differs
 * from the next one in nothing that is deployed. Undefined: the clone has none of them, as a shallow one. Rejects when the named one is unknown.
 */
export const previousCommit = async (
  root: string,
  named = process.env['E2E_UPGRADE_FROM'],
): Promise<PreviousCommit | undefined> => {
  if (named !== undefined && named !== '') {
    if (await isThere(root, named)) return { commit: named, because: 'E2E_UPGRADE_FROM names it' };
    throw new Error(`this clone has no commit ${named}, which E2E_UPGRADE_FROM names: fetch it, or name another`);
  }
  const tag = await git(root, 'describe', '--tags', '--abbrev=0', 'HEAD~1');
  const candidates = [
    ...(tag === undefined ? [] : [{ commit: tag, because: 'it is the newest release' }]),
    { commit: release, because: 'it is release 0.1.0' },
    { commit: 'HEAD~1', because: 'it is the one before this one' },
  ];
  for (const candidate of candidates) if (await precedes(root, candidate.commit)) return candidate;
  return undefined;
};

/** The tree of a commit with its own dependencies, which are installed when they are not the same as ours. */
export const previousTree = async (root: string, folder: string, commit: string): Promise<string> => {
  const tree = join(folder, 'previous');
  const archive = join(folder, 'previous.tar');
  await mkdir(tree, { recursive: true });
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', tree]);
  if ((await lockOf(tree)) === (await lockOf(root)))
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
  // run by npm itself, it would else install where that was called
  else await run('npm', ['ci', '--no-audit', '--no-fund', '--prefix', tree], { cwd: tree, timeout: 600_000 });
  return tree;
};

const lockOf = (tree: string): Promise<string> => readFile(join(tree, 'package-lock.json'), 'utf8');

/** Undefined: it failed. */
const git = async (root: string, ...words: string[]): Promise<string | undefined> => {
  try {
    return (await run('git', words, { cwd: root })).stdout.trim();
  } catch {
    return undefined;
  }
};

const isThere = async (root: string, commit: string): Promise<boolean> =>
  (await git(root, 'cat-file', '-e', `${commit}^{tree}`)) !== undefined;

const precedes = async (root: string, commit: string): Promise<boolean> =>
  (await isThere(root, commit)) && (await git(root, 'merge-base', '--is-ancestor', commit, 'HEAD~1')) !== undefined;
