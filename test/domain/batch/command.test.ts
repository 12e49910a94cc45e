/** The command of a job, run by the shell of this machine, with an `aws` that knows which addresses have files. */

import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Script, shellCommand } from '../../../src/domain/batch/command.ts';

const run = promisify(execFile);

/** As the command line of AWS: a copy of an empty folder succeeds and says nothing, one of a missing file fails. */
const aws = `#!/bin/sh
for one in "$@"; do last=$one; done
case "$*" in
  *"s3://b/empty/"*) exit 0 ;;
  *"s3://b/missing"* | *"s3://foreign/"*) echo "fatal error: (404) or (403)" >&2; exit 1 ;;
  *"s3://b/full/"*) : > "$last/from-folder"; case "$*" in *--only-show-errors*) ;; *) echo "download: one" ;; esac ;;
  *"s3://b/file"*) : > "$last/from-file" ;;
esac
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toscanini-command-'));
  writeFileSync(join(folder, 'aws'), aws);
  chmodSync(join(folder, 'aws'), 0o700);
});
afterAll(() => rmSync(folder, { recursive: true }));

const ran = async (script: Script): Promise<{ code: number; out: string; said: string }> => {
  const [program = '', ...args] = shellCommand(script);
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, TMPDIR: folder };
  try {
    const { stdout, stderr } = await run(program, args, { env });
    return { code: 0, out: stdout.trim(), said: stderr.trim() };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout.trim(), said: stderr.trim() };
  }
};
const list = 'ls "$TOSCANINI_INPUTS"';

describe('the inputs of a job', () => {
  it('are there when its command begins', async () => {
    const inputs = ['s3://b/full/', 's3://b/file'];
    expect(await ran({ command: list, inputs })).toEqual({ code: 0, out: 'from-file\nfrom-folder', said: '' });
  });

  it.each([
    ['s3://b/empty/', 'input s3://b/empty/ has no files: put one there before the job starts, or leave this input out'],
    [
      's3://b/missing',
      'fatal error: (404) or (403)\ninput s3://b/missing was not copied: is it there, and may the role of the jobs (jobRoleArn) read it?',
    ],
    [
      's3://foreign/',
      'fatal error: (404) or (403)\ninput s3://foreign/ was not copied: is it there, and may the role of the jobs (jobRoleArn) read it?',
    ],
  ])('end it before its command where %s gives nothing, and say what to do', async (input, said) => {
    const inputs = ['s3://b/full/', input];
    expect(await ran({ command: 'echo begun', inputs })).toEqual({ code: 1, out: '', said });
  });
});

describe('the output of a job', () => {
  it('is copied after a success', async () => {
    const command = 'echo x > "$TOSCANINI_OUTPUTS/x"';
    expect(await ran({ command, output: 's3://b/out/' })).toEqual({ code: 0, out: '', said: '' });
  });

  it('without a file is said, and no failure', async () => {
    const said = 'no file is in $TOSCANINI_OUTPUTS, so nothing was copied to s3://b/out/';
    expect(await ran({ command: 'true', output: 's3://b/out/' })).toEqual({ code: 0, out: '', said });
  });

  it('that may not be written fails the job, with advice', async () => {
    const { code, said } = await ran({ command: 'echo x > "$TOSCANINI_OUTPUTS/x"', output: 's3://foreign/' });
    expect(code).toBe(1);
    expect(said).toMatch(/were not copied to s3:\/\/foreign\/: may the role of the jobs \(jobRoleArn\) write there\?$/);
  });

  it('is not copied after a failure', async () => {
    expect(await ran({ command: 'exit 7', output: 's3://foreign/' })).toEqual({ code: 7, out: '', said: '' });
  });
});
