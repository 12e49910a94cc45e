import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesNamed, importsOf, submitted } from '../../cli/check/files.ts';
import { readable } from '../../cli/check/screen.ts';
import { unreadable } from '../../cli/check/unreadable.ts';
import { bytesOf } from '../../cli/file-bytes.ts';
import { typesIn } from '../../src/adapters/files/types-folder.ts';

const types = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
let top: string;
let folder: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'toscanini-local-'));
  folder = join(top, 'templates');
  mkdirSync(join(folder, 'types'), { recursive: true });
  writeFileSync(join(folder, 'types/a.yaml'), types);
  writeFileSync(join(top, 'types.yaml'), types);
  writeFileSync(join(top, 'secrets.yaml'), 'password: hunter2\n');
  writeFileSync(join(top, 'key'), types);
  symlinkSync('types/a.yaml', join(folder, 'inside.yaml'));
  symlinkSync('../types.yaml', join(folder, 'outside.yaml'));
  symlinkSync(top, join(folder, 'up'));
  execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
});
afterEach(() => rmSync(top, { recursive: true }));

const read = (address: string) => importsOf(join(folder, 't.yaml'), { offline: true }).read(address);

describe('a file of the folder of types', () => {
  const typesOf = (path: string) => typesIn(folder).read(path);

  it.each(['types/a.yaml', 'inside.yaml'])('is read: %s', async (path) => {
    expect(await typesOf(path)).toBe(types);
  });

  it.each(['nothing.yaml', 'types', 'types/a.yaml/b.yaml'])('is none: %s', async (path) => {
    expect(await typesOf(path)).toBeUndefined();
  });

  it.each([
    ['a link out of the folder', 'outside.yaml'],
    ['a folder behind a link', 'up/types.yaml'],
    ['a pipe', 'pipe.yaml'],
    ['above the folder', '../types.yaml'],
  ])('is refused where it is %s', async (_, path) => {
    await expect(typesOf(path)).rejects.toThrow(Error);
  });

  it('is refused where it is too large', async () => {
    truncateSync(join(folder, 'types/a.yaml'), 8_000_001);
    await expect(typesOf('types/a.yaml')).rejects.toThrow('more than 8000000 bytes');
  });
});

describe('a file that its user names', () => {
  it('is read through a link, and from a pipe', async () => {
    execFileSync('bash', ['-c', `cat types/a.yaml > pipe.yaml & :`], { cwd: folder, stdio: 'ignore' });
    expect(await submitted(join(folder, 'pipe.yaml'))).toBe(types);
    expect(await submitted(join(folder, 'outside.yaml'))).toBe(types);
  });

  it('is refused where it is a device, which may never end, or too large', async () => {
    symlinkSync('/dev/zero', join(folder, 'zero.yaml'));
    truncateSync(join(folder, 'types/a.yaml'), 64_000_001);
    await expect(submitted(join(folder, 'zero.yaml'))).rejects.toThrow('it is a device');
    await expect(submitted(join(folder, 'types/a.yaml'))).rejects.toThrow('more than 64000000 bytes');
    await expect(bytesOf(join(folder, 'zero.yaml'))).rejects.toThrow('it is a device');
  });

  it('is no template of a folder where it is a link or a pipe', async () => {
    expect(await filesNamed([folder])).toEqual([join(folder, 'types/a.yaml')]);
  });
});

it('the text of a problem moves no cursor', () => {
  const problem = {
    code: 'x',
    severity: 'error' as const,
    line: 1,
    column: 1,
    path: '',
    file: 'a\u001b[2J\nb',
    message: 'c\u001b[1A\rd\ne',
  };
  const text = readable('f\u001b[2J', { ...unreadable(''), problems: [problem] });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  expect(text.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  expect(text.trimEnd().split('\n')).toHaveLength(2);
});

describe('a file that a template names', () => {
  it.each(['types/a.yaml', './types/a.yaml', '/types/a.yaml', 'inside.yaml', '../types.yaml'])(
    'is read: %s',
    async (path) => {
      expect(await read(path)).toBe(types);
    },
  );

  it.each([
    ['a link out of the folder', 'outside.yaml'],
    ['a folder behind a link', 'up/types.yaml'],
    ['a pipe', 'pipe.yaml'],
    ['a folder', 'types'],
    ['a device', '/dev/zero'],
    ['a file of the system', '/etc/passwd'],
    ['a file of the system by its address', 'file:///etc/passwd'],
    ['a file above that is no TOSCA', '../secrets.yaml'],
    ['a file above with another ending', '../key'],
    ['what is not there', 'nothing.yaml'],
  ])('is not read where it is %s', async (_, path) => {
    const error = await read(path).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain('hunter2');
  });

  it('is not read where it is too large', async () => {
    writeFileSync(join(folder, 'large.yaml'), Buffer.alloc(8_000_001, 0x61));
    await expect(read('large.yaml')).rejects.toThrow('more than 8000000 bytes');
  });
});
