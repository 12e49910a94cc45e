import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { synthesised, templates } from './stacks.ts';

const root = join(import.meta.dirname, '../..');

/** What the app is made of. */
const sources = ['functions', 'lib', 'src', 'statemachines', 'package.json', 'tsconfig.json'];

describe('synthesis', () => {
  it('gives the same templates for the same commit', () => {
    const [first, second] = [templates(), synthesised()];
    expect(second.data.toJSON()).toEqual(first.data.toJSON());
    expect(second.service.toJSON()).toEqual(first.service.toJSON());
  });

  it('gives the same templates, bundles and source maps in another folder', async () => {
    const other = mkdtempSync(join(tmpdir(), 'toscanini-elsewhere-'));
    try {
      for (const name of sources) cpSync(join(root, name), join(other, name), { recursive: true });
      symlinkSync(join(root, 'node_modules'), join(other, 'node_modules'));
      const [here, there] = await Promise.all([digestsOf(root), digestsOf(other)]);
      const names = Object.keys(here);
      expect(names.filter((name) => name.endsWith('/index.mjs'))).toHaveLength(3);
      expect(names.filter((name) => name.endsWith('.template.json'))).toHaveLength(2);
      expect(there).toEqual(here);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });
});

/** Digests by file. */
const digestsOf = async (folder: string): Promise<Record<string, string>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'test/lib/digests.ts'), folder]);
  return JSON.parse(stdout);
};
