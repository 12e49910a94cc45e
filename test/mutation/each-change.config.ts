import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** The tests of one room over its code with all changes in it: quick.ts sets both. */
const { CHANGES: changes = '', TESTS: tests = '' } = process.env;
const { code } = JSON.parse(readFileSync(changes, 'utf8')) as { readonly code: Readonly<Record<string, string>> };

export default defineConfig({
  plugins: [{ name: 'changed-code', enforce: 'pre', load: (id: string) => code[id.replace(/\?.*$/, '')] ?? null }],
  test: {
    include: tests.split(',').flatMap((room) => [`test/${room}/**/*.test.ts`, `test/${room}.test.ts`]),
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/texts-match.ts'],
    runner: 'test/mutation/each-change.ts',
    silent: true,
    isolate: false,
    // its keys are the files on disk: it would give the code as it is, or with the changes of another room
    fsModuleCache: false,
    maxWorkers: 1,
    testTimeout: 3_600_000,
  },
});
