import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    // lines of the service's own log are shown where a test fails
    silent: 'passed-only',
    globalSetup: ['test/support/temporary-folder.ts'],
    // the slowest tests wait for processes they started, so that two at a time cost little more than one
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
