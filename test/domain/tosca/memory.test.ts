import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const tool = join(import.meta.dirname, '../../../local/check.ts');
const head = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** Texts that are large, or make much of little. */
const hostile: Readonly<Record<string, string>> = {
  'as many items as fit': `${head}metadata: { a: [${'x,'.repeat(700_000)}] }\n`,
  'as many empty lists as fit': `${head}metadata: [${'[],'.repeat(380_000)}]\n`,
  'more lists than are taken': `${head}metadata: [${'[],'.repeat(2_500_000)}]\n`,
  'half a million keys': `${head}metadata:\n${many(500_000, (index) => `  k${index}: v\n`)}`,
  'aliases of aliases': `${head}metadata:\n${many(9, (index) => `  a${index}: &a${index} [${index === 0 ? 'x' : `*a${index - 1}, `.repeat(4)}]\n`)}`,
  'brackets that never close': `${head}metadata: ${'{a: ['.repeat(100_000)}`,
  'thirty thousand nodes': `${head}topology_template:\n  node_templates:\n${many(30_000, (index) => `    n${index}: { type: tosca.nodes.Compute }\n`)}`,
  'three thousand lines at the margin': `${head}metadata: {\n${many(3_000, (index) => `k${index}: "a\nb",\n`)}}\n`,
  'an expression that backtracks': `${head}topology_template:\n  inputs:\n    a: { type: string, default: "${'a'.repeat(50_000)}!", constraints: [ { pattern: "(a+)+$" } ] }\n`,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  for (const [name, text] of Object.entries(hostile)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

describe('with 256 MB of memory', () => {
  it.each(Object.keys(hostile))(
    '%s: judged, within seconds',
    async (name) => {
      const options = { timeout: 40_000, maxBuffer: 64_000_000 };
      const args = ['--max-old-space-size=256', tool, join(folder, name)];
      const { stdout } = await run(process.execPath, args, options).catch(
        (error: { code?: unknown; stdout?: string; stderr?: string }) => {
          expect(error.code, error.stderr).toBe(1);
          return { stdout: error.stdout ?? '' };
        },
      );
      const { ok, problems } = JSON.parse(stdout);
      expect(problems.map(({ code }: { code: string }) => code)).not.toContain('processing-failed');
      expect(typeof ok).toBe('boolean');
    },
    60_000,
  );
});
