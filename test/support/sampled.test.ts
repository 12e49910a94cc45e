import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync('test/**/*.test.ts', { cwd: root }).filter((file) => !file.endsWith('sampled.test.ts'));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const sampling = files.filter((file) => textOf(file).includes("support/sampled.ts'"));

describe('npm run tool test:full', () => {
  it('runs each file of which npm test tries a sample, and no other', () => {
    expect(files.filter((file) => textOf(file).includes('@module-tag full')).toSorted()).toEqual(sampling.toSorted());
  });

  it('tries more than npm test', () => {
    const runs = /numRuns: sampled\(([\d_]+), ([\d_]+)\)/g;
    const number = (text = ''): number => Number(text.replaceAll('_', ''));
    const wrong = sampling.filter((file) =>
      [...textOf(file).matchAll(runs)].some(([, some, all]) => number(some) >= number(all)),
    );
    expect(wrong).toEqual([]);
  });

  it('is run by the gate', () => {
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toContain('npm run -s tool test:full');
  });
});
