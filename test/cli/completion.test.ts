import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './called.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'toscanini-completion-'));
beforeAll(() => symlinkSync(join(root, 'cli/toscanini.mjs'), join(folder, 'toscanini')));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { PATH: `${folder}:${join(root, 'node_modules/.bin')}:${process.env['PATH']}`, HOME: folder };

/** Bash divides a word at each colon and equals sign. */
const inWordsOfBash = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => word.split(/([:=]+)/)).map((word) => `'${word}'`);

/** What a shell proposes at the end of a line, by its own completion. */
const shells = {
  bash: (words: readonly string[]) => `source completion
COMP_WORDS=(${inWordsOfBash(words).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMP_LINE='${words.join(' ')}'; COMP_POINT=\${#COMP_LINE}; _toscanini; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words: readonly string[]) => `compdef() { }; compadd() { print -l -- $found }; _files() { }; source completion
words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; _toscanini`,
  fish: (words: readonly string[]) => `source completion; complete -C "${words.join(' ')}" | string split -f1 \\t`,
} as const;

describe.each(Object.keys(shells) as (keyof typeof shells)[])('completion of %s', (shell) => {
  const there = spawnSync(shell, ['-c', 'true']).status === 0;

  it.skipIf(!there).each([
    [
      ['toscanini', 'de'],
      ['deploy', 'delete'],
    ],
    [['toscanini', 'schedules', 'su'], ['suspend']],
    [['toscanini', 'deploy', '--det'], ['--detach']],
    [['toscanini', '--context', 'lab', 'upd'], ['update']],
    [['toscanini', '--context=lab', 'upd'], ['update']],
    [['toscanini', '--url', 'http://127.0.0.1:8080', 'upd'], ['update']],
    [['toscanini', 'show', '--url', 'http://127.0.0.1:9', '@la'], ['@last']],
  ])('of %j proposes %j', async (words, proposed) => {
    writeFileSync(join(folder, 'completion'), (await call(['completion', shell])).out);
    const { stdout, stderr } = spawnSync(shell, ['-c', shells[shell](words)], { cwd: folder, env, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n').toSorted()).toEqual(proposed.toSorted());
  });
});

describe('completion', () => {
  it('knows three shells', async () => {
    expect(await call(['completion', 'tcsh'])).toMatchObject({ error: expect.stringContaining('bash, zsh or fish') });
  });
});
