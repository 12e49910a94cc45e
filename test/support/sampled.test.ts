import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { readonly [name: string]: string };
};

/** Parts of paths, as vitest takes them. */
const named = (scripts['test:full'] ?? '').split('vitest run ')[1]?.split(' ') ?? [];
const files = globSync('test/**/*.test.ts', { cwd: root }).filter((file) => !file.endsWith('sampled.test.ts'));
const sampling = files.filter((file) => readFileSync(join(root, file), 'utf8').includes("support/sampled.ts'"));

describe('npm run tool test:full', () => {
  it('runs each file of which npm test tries a sample, and no other', () => {
    expect(files.filter((file) => named.some((part) => file.includes(part))).toSorted()).toEqual(sampling.toSorted());
  });

  it('is run by the gate', () => {
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toContain('npm run -s tool test:full');
  });
});
