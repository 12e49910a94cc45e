import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/tosca/process.ts';
import type { Imports } from '../../src/tosca/topology.ts';
import { corpus } from './fixtures.ts';

const folder = join(corpus, 'oasis-tosca-2.0');
const isHere = existsSync(join(folder, 'expected.json'));
if (!isHere) console.warn(`no OASIS suite at ${folder}: its tests are skipped`);

const expected: Readonly<Record<string, 'accept' | 'reject'>> = isHere
  ? JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
  : {};

/** Files that contradict the standard (docs/decisions/0006): what we say of them is not what the suite says. */
const contradictions = new Set(['schema-definition/schema-definition-map-bad-entry-schema-inv.yaml']);

/** Their imports are on the network, or in no folder of the suite: nothing else is wrong with them. */
const incomplete = new Set(['examples/s25a.yaml', 'examples/s26a.yaml', 'examples/s27a.yaml', 'examples/s30a.yaml']);

const importsBeside = (file: string): Imports => ({
  read: (address) => readFile(join(folder, dirname(file), address), 'utf8'),
  profile: async (name) => {
    for (const each of await readdir(join(folder, dirname(file)))) {
      const text = each.endsWith('.yaml') ? await readFile(join(folder, dirname(file), each), 'utf8') : '';
      if (text.includes(`\nprofile: ${name}\n`)) return { address: each, text };
    }
    return undefined;
  },
});

describe.skipIf(!isHere)('the OASIS level-1 suite of TOSCA 2.0', () => {
  it('is here', () => expect(Object.keys(expected).length).toBeGreaterThan(200));

  it.each(Object.keys(expected).map((file) => [file]))('%s is judged as it should be', async (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const { ok, problems } = await validateTemplate(text, importsBeside(file));
    const errors = problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    if (incomplete.has(file)) {
      expect(errors).toEqual(['import-failed']);
      return;
    }
    const agreed = (ok ? 'accept' : 'reject') === expected[file];
    expect(agreed, problems.map(({ line, message }) => `${line}: ${message}`).join('\n')).toBe(
      !contradictions.has(file),
    );
  });
});
