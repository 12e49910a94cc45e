/** Tests of all routes say who may call one, and in which form it answers. What it answers, only a test of its own says. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { routes } from '../../src/http/routes.ts';
import * as underTest from './under-test.ts';

const root = join(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** It has one value for each answer, and says nothing about it but its members. */
const ofForms = 'test/http/whole-answers.test.ts';
const tests = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => file !== ofForms)
  .map(textOf);

const importedFrom = (file: RegExp, text: string): readonly string[] =>
  [...text.matchAll(/import \{([^}]*)\} from '([^']*)'/g)].flatMap(([, names = '', from = '']) =>
    file.test(from) ? names.split(',').map((name) => name.trim()) : [],
  );

const inTests = new Set(tests.flatMap((text) => importedFrom(/under-test\.ts$/, text)));

/** By which names of under-test.ts a test can call the route. */
const namesOf = (name: string): readonly string[] => {
  const route = underTest.byFunction[name as keyof typeof underTest.byFunction];
  const groups = ['schedules', 'backfills', 'approvals'].filter((group) => name.startsWith(`${group}/`));
  const own = Object.entries(underTest).flatMap(([exported, value]) => (value === route ? [exported] : []));
  return [...groups, ...own];
};

/** The modules of src/http that the entry file joins to the pipeline. */
const handlersOf = (name: string): readonly string[] =>
  [...textOf(`functions/http/${name}.ts`).matchAll(/from '[./]*(src\/http\/(?!pipeline\/)[^']*)'/g)].map(
    ([, file]) => file as string,
  );

it.each(routes.map((row) => row.function))('%s has a test of its own, such as test/http/<name>.test.ts', (name) => {
  const called = namesOf(name).some((one) => inTests.has(one));
  expect(called || handlersOf(name).some((file) => tests.some((text) => text.includes(`${file}'`)))).toBe(true);
});
