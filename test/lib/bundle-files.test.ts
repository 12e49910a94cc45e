import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BundleFiles } from '../../lib/bundles/bundle-files.ts';
import { root } from '../../lib/bundles/bundling.ts';

vi.mock('node:fs/promises', { spy: true });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toscanini-bundle-files-'));
});
afterEach(() => {
  vi.mocked(link).mockReset();
  rmSync(folder, { recursive: true });
});

/** A file as esbuild gives it: it names equal contents by an equal hash. */
const file = (path: string, text: string, hash = text) => ({
  path: join(root, 'cdk.out', path),
  contents: Buffer.from(text),
  hash,
  text,
});

const written = async (...files: readonly ReturnType<typeof file>[]) => {
  const all = new BundleFiles(folder);
  for (const one of files) all.add(one);
  await all.written();
};

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const inodeOf = (path: string): number => statSync(join(folder, path)).ino;

describe('the files of bundles', () => {
  it('are written where the functions have them', async () => {
    await written(file('functions/a/index.mjs', 'one'), file('functions/b/c/index.mjs', 'two'));
    expect([read('functions/a/index.mjs'), read('functions/b/c/index.mjs')]).toEqual(['one', 'two']);
    expect(readdirSync(folder)).toEqual(['functions']);
  });

  it('are links where a function has the same file as another', async () => {
    await written(file('a/part.mjs', 'same'), file('b/part.mjs', 'same'), file('b/index.mjs', 'another'));
    expect([read('a/part.mjs'), read('b/part.mjs'), read('b/index.mjs')]).toEqual(['same', 'same', 'another']);
    expect(inodeOf('b/part.mjs')).toBe(inodeOf('a/part.mjs'));
    expect(inodeOf('b/index.mjs')).not.toBe(inodeOf('a/part.mjs'));
  });

  it('are no links where only their hashes are equal', async () => {
    await written(file('a/part.mjs', 'one', 'hash'), file('b/part.mjs', 'two', 'hash'));
    expect([read('a/part.mjs'), read('b/part.mjs')]).toEqual(['one', 'two']);
  });

  it('are written again where the disk has no links', async () => {
    vi.mocked(link).mockRejectedValue(Object.assign(new Error('no links'), { code: 'ENOTSUP' }));
    await written(file('a/part.mjs', 'same'), file('b/part.mjs', 'same'));
    expect(read('b/part.mjs')).toBe('same');
    expect(inodeOf('b/part.mjs')).not.toBe(inodeOf('a/part.mjs'));
  });

  it('fail the synthesis when one cannot be written', async () => {
    writeFileSync(join(folder, 'a'), 'a file in the place of a folder');
    await expect(written(file('a/part.mjs', 'same'))).rejects.toThrow('EEXIST');
  });
});
