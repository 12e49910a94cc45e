/** A test that compares with the clock on the wall fails where a machine is busy, and says nothing about the code. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('test/**/*.ts', { cwd: root, exclude: (name) => name === 'e2e' || name === 'node_modules' });

/** Milliseconds: what takes this long waits for something that never comes. */
const leastBound = 10_000;

const strict = /(?:performance\.now|Date\.now)\(\) - \w+\)\.toBeLessThan(?:OrEqual)?\(([\d_]+)\)/g;
const impatient = /\bvi\.wait(?:For|Until)\(|\bexpect\.poll\(/;

describe('tests', () => {
  it(`leave at least ${leastBound / 1_000} s for what they time by the clock on the wall`, () => {
    const found = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(strict)].flatMap(([text, bound = '']) =>
        Number(bound.replaceAll('_', '')) < leastBound ? [`${file}: ${text}`] : [],
      ),
    );
    expect(found).toEqual([]);
  });

  it('wait with `eventually` of test/support, which has the patience for a busy machine', () => {
    const found = files.filter(
      (file) => file !== 'test/support/eventually.ts' && impatient.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
