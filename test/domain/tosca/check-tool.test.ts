import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fixtures } from './fixtures.ts';

const tool = join(import.meta.dirname, '../../../local/check.ts');

const check = async (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> => {
  const run = promisify(execFile)(process.execPath, [tool, ...args]);
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
};

const good = join(fixtures, 'good/imports.yaml');
const bad = join(fixtures, 'bad/not-yaml.yaml');

describe('the check tool', () => {
  it('says of a good file that it is, and which version it has', async () => {
    const { code, stdout } = await check(good);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ file: good, ok: true, version: 'tosca_simple_yaml_1_3', problems: [] });
  });

  it('prints one line a file, and exits 1 when one is bad', async () => {
    const { code, stdout } = await check(good, bad, '/no/such/file');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; ok: boolean });
    expect(code).toBe(1);
    expect(lines.map(({ file, ok }) => [file, ok])).toEqual([
      [good, true],
      [bad, false],
      ['/no/such/file', false],
    ]);
  });

  it('draws the topology', async () => {
    const { stdout } = await check('--graph', join(fixtures, 'good/two-tier.yaml'));
    expect(stdout).toContain('flowchart TD');
    expect(stdout).toMatch(/n\d -->\|"host"\| n\d/);
    expect(stdout).toContain('web_server x 3');
  });

  it('says how it is called', async () => {
    const { code, stderr } = await check('--grpah');
    expect(code).toBe(2);
    expect(stderr).toContain('unknown option --grpah');
  });
});
