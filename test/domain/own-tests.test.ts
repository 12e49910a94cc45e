import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Paths of the modules of the domain that a file imports, from `domain/`. */
const imports = (text: string): readonly string[] =>
  [...text.matchAll(/from '[./]+\/src\/(domain\/[\w/-]+\.ts)'/g)].flatMap(([, path]) => path ?? []);

/** Tests of whole workflows would not notice much of a step: its retries and sweeps hide what it does wrong. */
it('every step of a workflow has tests of its own', () => {
  const steps = read('functions/tasks/*.ts').flatMap(({ text }) =>
    imports(text).filter((path) => !basename(path).startsWith('step-inputs')),
  );
  const tested = new Set(read('test/domain/**/*.ts').flatMap(({ text }) => imports(text)));
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.filter((path) => !tested.has(path))).toEqual([]);
});
