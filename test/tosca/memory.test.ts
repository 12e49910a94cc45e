/** @module-tag full */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyNth } from '../support/sampled.ts';
import { hostile } from './hostile.ts';

const run = promisify(execFile);
const tool = join(import.meta.dirname, '../../local/check/check.ts');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  for (const [name, text] of Object.entries(hostile)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

/** What a process has of its own takes some 110 MB of it, before there is any template. */
const residentMegabytes = 320;
const peak = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS));`;
const lean = ['--max-old-space-size=192', '--max-semi-space-size=4', '--import', `data:text/javascript,${peak}`];

describe('with 192 MB of heap', () => {
  it.each(everyNth(9, Object.keys(hostile)))('%s: judged, within seconds', async (name) => {
    const options = { timeout: 240_000, maxBuffer: 64_000_000 };
    const args = [...lean, tool, join(folder, name)];
    const { stdout, stderr } = await run(process.execPath, args, options).catch(
      (error: { code?: unknown; stdout?: string; stderr?: string }) => {
        expect(error.code, error.stderr).toBe(1);
        return { stdout: error.stdout ?? '', stderr: error.stderr ?? '' };
      },
    );
    expect(Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024).toBeLessThan(residentMegabytes);
    const { ok, problems } = JSON.parse(stdout);
    expect(problems.map(({ code }: { code: string }) => code)).not.toContain('processing-failed');
    expect(typeof ok).toBe('boolean');
  });
});
