import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine } from '../../cli/package/bundle.ts';

it('is made of files that exist, so that a start can ask whether one has changed', async () => {
  const { sources } = await commandLine('beside');
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((source) => !existsSync(join(import.meta.dirname, '../..', source)))).toEqual([]);
});
