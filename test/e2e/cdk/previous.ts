import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The tree of the commit before this one, to upgrade from; undefined where the history is not at hand (a shallow clone).
 * `E2E_UPGRADE_FROM` names another commit, such as the release that is running in production.
 */
export const previousTree = async (root: string, folder: string): Promise<string | undefined> => {
  const commit = process.env['E2E_UPGRADE_FROM'] ?? 'HEAD~1';
  const known = await run('git', ['cat-file', '-e', `${commit}^{tree}`], { cwd: root }).then(
    () => true,
    () => false,
  );
  if (!known) return undefined;
  const tree = join(folder, 'previous');
  const archive = join(folder, 'previous.tar');
  await mkdir(tree, { recursive: true });
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', tree]);
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
  // a commit from before TOSCANINI_CONFIG reads this file
  await writeFile(
    join(tree, 'toscanini.config.ts'),
    `const { default: values } = await import(process.env['TOSCANINI_CONFIG'] ?? '');\nexport default values;\n`,
  );
  return tree;
};
