import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    globalSetup: ['test/support/temporary-folder.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
