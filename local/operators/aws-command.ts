/** Runs the operator's `aws` command, with their credentials, region and profile. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LaptopError, wordsOf } from '../machine/laptop-error.ts';
import type { Aws } from './aws.ts';
import type { Invoke } from './redrive-cloud.ts';

const run = promisify(execFile);

/** Throws LaptopError when the command is missing or fails. */
export const aws: Aws = async (words) => {
  try {
    const { stdout } = await run('aws', [...words, '--output', 'json'], { maxBuffer: 1 << 26, timeout: 180_000 });
    return stdout.trim() === '' ? undefined : JSON.parse(stdout);
  } catch (cause) {
    const { code, stderr } = cause as { readonly code?: unknown; readonly stderr?: string };
    if (code === 'ENOENT')
      throw new LaptopError('the command aws is not installed: install the AWS CLI, version 2', { cause });
    throw new LaptopError(`aws ${words.slice(0, 2).join(' ')} failed: ${stderr?.trim() || wordsOf(cause)}`, { cause });
  }
};

interface Invoked {
  /** why the function failed; absent when it did not */
  readonly failure?: string;
  /** the function's answer, as JSON */
  readonly answer: string;
}

export const invoke: Invoke = async (functionName, event) => (await invoked(functionName, event)).failure;

/** Uses files, because an event may be longer than a command line allows. */
export const invoked = async (functionName: string, event: string): Promise<Invoked> => {
  const folder = await mkdtemp(join(tmpdir(), 'toscanini-invoke-'));
  const [payload, answer] = [join(folder, 'event.json'), join(folder, 'answer.json')];
  try {
    await writeFile(payload, event, { mode: 0o600 });
    // a function may run for a minute, which is also the command's default timeout
    const words = [
      'lambda',
      'invoke',
      '--cli-read-timeout',
      '90',
      '--function-name',
      functionName,
      '--payload',
      `fileb://${payload}`,
      answer,
    ];
    const { FunctionError } = (await aws(words)) as { readonly FunctionError?: string };
    const said = await readFile(answer, 'utf8');
    return { answer: said, ...(FunctionError !== undefined && { failure: `${FunctionError}: ${said}` }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
