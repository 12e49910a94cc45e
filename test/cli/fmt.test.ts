import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from './called.ts';

const untidy = 'tosca_definitions_version: tosca_simple_yaml_1_3\n\n\nmetadata:\n    mode: 0644 # why\n';
const tidy = 'tosca_definitions_version: tosca_simple_yaml_1_3\n\nmetadata:\n  mode: 0644 # why\n';

let folder: string;
const at = (name: string): string => join(folder, name);
const textOf = (name: string): string => readFileSync(at(name), 'utf8');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toscanini-fmt-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes the templates of a folder that are laid out otherwise, and names them', async () => {
  writeFileSync(at('a.yaml'), untidy);
  chmodSync(at('a.yaml'), 0o640);
  writeFileSync(at('b.yaml'), tidy);
  expect(await call(['fmt', folder])).toEqual({ code: 0, out: `${at('a.yaml')}\n`, error: '', questions: [] });
  expect(textOf('a.yaml')).toBe(tidy);
  expect(statSync(at('a.yaml')).mode & 0o777).toBe(0o640);
  expect(await readdir(folder)).toEqual(['a.yaml', 'b.yaml']);
  expect(await call(['fmt', folder])).toMatchObject({ code: 0, out: '' });
});

it('writes through a link', async () => {
  writeFileSync(at('a.yaml'), untidy);
  symlinkSync(at('a.yaml'), at('link.yaml'));
  expect(await call(['fmt', at('link.yaml')])).toMatchObject({ code: 0 });
  expect(textOf('a.yaml')).toBe(tidy);
});

it('with --check writes nothing and fails', async () => {
  writeFileSync(at('a.yaml'), untidy);
  expect(await call(['fmt', '--check', at('a.yaml')])).toMatchObject({ code: 1, out: `${at('a.yaml')}\n`, error: '' });
  expect(textOf('a.yaml')).toBe(untidy);
});

it('is a filter between pipes', async () => {
  expect(await call(['fmt', '-'], { input: untidy })).toMatchObject({ code: 0, out: tidy, error: '' });
});

it('leaves what it refuses, and goes on with the others', async () => {
  writeFileSync(at('a.yaml'), 'a: [\n');
  writeFileSync(at('b.yaml'), untidy);
  writeFileSync(at('c.yaml'), Buffer.from([0x61, 0xff]));
  const { code, out, error } = await call(['fmt', at('a.yaml'), at('b.yaml'), at('c.yaml'), at('none.yaml')]);
  expect({ code, out }).toEqual({ code: 1, out: `${at('b.yaml')}\n` });
  for (const name of ['a.yaml', 'c.yaml', 'none.yaml']) expect(error).toContain(at(name));
  expect(textOf('a.yaml')).toBe('a: [\n');
  expect(await call(['fmt', at('x.zip')])).toMatchObject({ code: 2 });
});
