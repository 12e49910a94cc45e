import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { previousCommit } from '../e2e/cdk/previous.ts';

describe('the commit that the end-to-end run upgrades from', () => {
  let root = '';
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...words], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const commit = (what: string) => git('commit', '-q', '--allow-empty', '-m', what);

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'toscanini-previous-'));
    git('init', '-q');
    commit('first');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('is none in a clone of one commit', async () => {
    expect(await previousCommit(root, undefined)).toBeUndefined();
  });

  it('is the one before this one when nothing says more', async () => {
    commit('second');
    expect(await previousCommit(root, undefined)).toMatchObject({ commit: 'HEAD~1' });
  });

  it('is the newest tag behind this commit', async () => {
    for (const release of ['v1', 'v2']) {
      git('tag', release);
      commit(`after ${release}`);
    }
    commit('work');
    git('tag', 'v3');
    expect(await previousCommit(root, undefined)).toMatchObject({ commit: 'v2' });
  });

  it('is what is named, and nothing instead of it', async () => {
    git('tag', 'v1');
    commit('second');
    expect(await previousCommit(root, 'HEAD')).toMatchObject({ commit: 'HEAD' });
    await expect(previousCommit(root, 'v9')).rejects.toThrow('this clone has no commit v9');
  });
});
