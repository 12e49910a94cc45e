import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorsOf, fixtures, importsBeside, topologyOf } from './fixtures.ts';

const yamlIn = (folder: string): string[] =>
  readdirSync(join(fixtures, folder))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => join(fixtures, folder, file));

describe('templates without mistakes', () => {
  it.each(yamlIn('good').map((file) => [basename(file), file]))('%s is accepted', async (_, file) => {
    const topology = await topologyOf(readFileSync(file, 'utf8'), {}, importsBeside(file));
    expect(topology.nodes.length).toBeGreaterThan(0);
  });
});

describe('templates with mistakes', () => {
  it.each(yamlIn('bad').map((file) => [basename(file), file]))(
    'all in %s are found, each in its line',
    async (_, file) => {
      const text = readFileSync(file, 'utf8');
      const expected = [...text.matchAll(/^# expect: (\S+)$/gm)].map(([, expectation]) => expectation);
      expect(expected.length).toBeGreaterThan(0);
      expect(await errorsOf(text, {}, importsBeside(file))).toEqual(expected);
    },
  );
});
