import { defineConfig } from 'vitest/config';

/** The tests of one room, for the mutation run of that room: run.ts sets ROOM. */
const { ROOM: room = '.' } = process.env;

export default defineConfig({
  test: {
    include: [`test/${room}/**/*.test.ts`, `test/${room}.test.ts`],
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/texts-match.ts'],
    silent: true,
    // as in vitest.config.ts: modules are loaded once for many files
    isolate: !room.startsWith('domain'),
    testTimeout: 20_000,
  },
});
