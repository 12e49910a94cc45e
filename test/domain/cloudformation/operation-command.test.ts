/** What a machine runs: the command itself, in a folder of its own. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  commandFor,
  digestIn,
  outputsIn,
  type Ready,
} from '../../../src/domain/cloudformation/software/operation-command.ts';
import type { Json } from '../../../src/tosca/topology.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toscanini-command-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const machine = {
  id: 'i-1',
  node: 'machine',
  resourceId: 'resource-1',
  privateAddress: '10.0.0.1',
  publicAddress: '',
  launchedAt: '2026-01-01T00:00:00.000Z',
  runs: true,
};

const ready = (
  text: string,
  inputs: { readonly [name: string]: Json } = {},
  outputs: readonly string[] = [],
): Ready => ({
  step: {
    key: 'app standard.create',
    node: 'app',
    operation: 'create',
    host: 'machine',
    script: { file: 'scripts/create.sh', text },
    inputs: {},
    outputs,
    after: [],
  },
  machine,
  inputs,
});

const run = async (one: Ready, attempt = 'first') => {
  const { script } = commandFor(one, [machine], attempt);
  try {
    const { stdout, stderr } = await promisify(execFile)('bash', [
      '-c',
      script.replaceAll('/var/lib/toscanini', folder),
    ]);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
};

const count = `echo ran >> "$COUNT"`;
const times = () => readFileSync(join(folder, 'count'), 'utf8').split('\n').length - 1;
const counting = () => ({ COUNT: join(folder, 'count') });

describe('a command', () => {
  it('runs once when it is sent twice at the same time, and both print the same', async () => {
    const one = ready(`${count}\nsleep 0.2\nURL=http://here/\necho hello`, counting(), ['URL']);
    const [first, second] = await Promise.all([run(one), run(one)]);
    expect(first).toEqual(second);
    expect(first.code).toBe(0);
    expect(outputsIn(first.stdout)).toEqual({ URL: 'http://here/' });
    expect(first.stdout).toContain('hello');
    expect(times()).toBe(1);
  });

  it('that failed fails again in the same attempt without running, and runs in the next one', async () => {
    const one = ready(`${count}\necho wrong >&2\nexit 7`, counting());
    expect(await run(one)).toMatchObject({ code: 7, stderr: 'wrong\n' });
    expect(await run(one)).toMatchObject({ code: 7, stderr: 'wrong\n' });
    expect(times()).toBe(1);
    await run(one, 'second');
    expect(times()).toBe(2);
  });

  it('gets its inputs as they are, and no text of a template can leave its place', async () => {
    const odd = `it's "$(touch ${'$'}HOME/broken)" \\ {{ssm:secret}} ünï`;
    const one = ready('printf "%s|%s|%s" "$odd" "$list" "$NODE"', { odd, list: ['a', 'b'] });
    expect((await run(one)).stdout).toBe(`${odd}|a,b|app`);
    expect(commandFor(one, [machine], 'first').script).not.toContain('{{');
  });

  it('keeps no lock for what the script leaves running', async () => {
    await run(ready('sleep 5 > /dev/null 2>&1 &'));
    const before = Date.now();
    expect(await run(ready('echo next'))).toMatchObject({ code: 0 });
    expect(Date.now() - before).toBeLessThan(4_000);
  });

  it('is found again by its comment, and other inputs are another step', () => {
    const commentOf = (one: Ready) => digestIn(commandFor(one, [machine], 'first').comment);
    expect(commentOf(ready('true', { port: 80 }))).toMatch(/^[0-9a-f]{24}$/);
    expect(commentOf(ready('true', { port: 80 }))).toBe(commentOf(ready('true', { port: 80 })));
    expect(commentOf(ready('true', { port: 80 }))).not.toBe(commentOf(ready('true', { port: 81 })));
    expect(digestIn('deploy by hand')).toBeUndefined();
  });
});
