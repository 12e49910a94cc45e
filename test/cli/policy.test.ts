import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from './called.ts';

const text = (expected: string) => `rules:
  - { id: small, effect: deny, when: total.cpus > 8, message: too many }
cases:
  - { name: large, plan: { nodes: [{ name: a, cpus: 16 }] }, expect: [${expected}] }
`;

let folder: string;
const write = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toscanini-policy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('runs the cases of a folder without a service', async () => {
  write('a.yaml', text('small'));
  const { code, out } = await call(['policy', 'test', folder]);
  expect({ code, last: out.trim().split('\n').at(-1) }).toEqual({ code: 0, last: '1 cases, 0 failed' });
});

it('fails for a case that comes out otherwise, and says how', async () => {
  const { code, out } = await call(['policy', 'test', write('a.yaml', text(''))]);
  expect(code).toBe(1);
  expect(out).toContain('not expected: deny by small: too many');
});

it('fails for a rule that is wrong, and goes on with the other files', async () => {
  write('a.yaml', text('small').replace('cpus >', 'cpuz >'));
  write('b.yaml', text('small'));
  const { code, out } = await call(['policy', 'test', folder]);
  expect(code).toBe(1);
  for (const seen of ['rules.0.when', 'cpuz', '✓ large', '1 files are wrong']) expect(out).toContain(seen);
});

it('gives the outcome as JSON, and reads a pipe', async () => {
  const { code, out } = await call(['policy', 'test', '--json', '-'], { input: text('small') });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual([{ file: '-', mistakes: [], cases: [{ name: 'large', differences: [] }] }]);
});
