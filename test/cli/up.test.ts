import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { program } from '../support/program.ts';
import { call } from './called.ts';

it.each(['-', 'catalog:web', '/web.yaml'])(
  'up %s asks for a name, since there is no folder to be called after',
  async (file) => {
    const env = { TOSCANINI_URL: 'http://127.0.0.1:9', TOSCANINI_TOKEN: 'x' };
    expect(await call(['up', file], { env })).toEqual({
      ...{ code: 2, out: '', questions: [] },
      error: `✖ ${file} has no folder to be called after: add --name\n`,
    });
  },
);

it.each([
  [[], 'there is no template in this folder: name one, such as toscanini up web.yaml'],
  [['a.yaml', 'b.yaml'], 'this folder has a.yaml, b.yaml: name one, such as toscanini up a.yaml'],
])('up looks only at files: not at a folder, nor at the link to nothing of an editor: %j', async (files, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-up-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'parts.yaml'));
  symlinkSync('maria@desk.1234', join(folder, '.#web.yaml'));
  for (const file of files) writeFileSync(join(folder, file), 'topology_template: {}\n');
  const env = { PATH: process.env['PATH'], HOME: folder, TOSCANINI_URL: 'http://127.0.0.1:9', TOSCANINI_TOKEN: 'x' };
  const command = join(import.meta.dirname, '../../cli/toscanini.mjs');
  const { output, ended } = program(process.execPath, [command, 'up'], { cwd: folder, env });
  expect({ code: await ended, output: output() }).toEqual({ code: 2, output: `✖ ${message}\n` });
});
