/** What a machine runs: the command itself, in a folder of its own. */

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  commandFor,
  digestIn,
  digestOf,
  isCalled,
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
    const left = await run(ready('sleep 300 > /dev/null 2>&1 & echo $!'));
    const id = Number(left.stdout);
    try {
      expect(await run(ready('echo next'))).toMatchObject({ code: 0 });
    } finally {
      expect(process.kill(id)).toBe(true); // it still runs
    }
  });

  it('of a deletion runs only on a machine that the node was created on', async () => {
    const create = ready('echo created');
    const remove = { ...ready('echo removed'), step: { ...ready('echo removed').step, key: 'x', operation: 'delete' } };
    const stop = { ...remove, step: { ...remove.step, key: 'y', operation: 'stop' } };
    for (const one of [remove, stop]) expect((await run(one)).stdout).toBe('');
    await run(create);
    for (const one of [remove, stop]) expect((await run(one)).stdout).toBe('removed\n');
  });

  it('runs Python, and scripts whose first line names their interpreter', async () => {
    const { step } = ready('import os\nprint(os.environ["NODE"])');
    const python = { ...ready(''), step: { ...step, script: { ...step.script, file: 'a.py' } } };
    expect((await run(python)).stdout).toBe('app\n');
    expect((await run(ready('#!/usr/bin/env python3\nprint(6 * 7)'))).stdout).toBe('42\n');
    expect((await run(ready('#! /bin/sh \necho $0'))).stdout).toBe('./scripts/create.sh\n');
  });

  it('has the files that its script needs, where the template has them', async () => {
    const one = ready('cat scripts/more/b.txt c.txt');
    const dependencies = [
      { file: 'scripts/more/b.txt', text: "it's b\n" },
      { file: 'c.txt', text: 'c' },
    ];
    const script = { ...one.step.script, dependencies };
    expect((await run({ ...one, step: { ...one.step, script } })).stdout).toBe("it's b\nc");
  });

  it('knows its place: the node, its machines, and both ends of a relationship', async () => {
    const show = 'echo "$NODE|$HOST|$INSTANCE|$INSTANCES|${SOURCE_NODE-none}|${TARGET_NODE-none}"';
    expect((await run(ready(show))).stdout).toBe('app|machine|resource-1|resource-1|none|none\n');
    const related = ready(`true; ${show}`);
    const of = { ...related, step: { ...related.step, target: 'db' } };
    expect((await run(of)).stdout).toBe('app|machine|resource-1|resource-1|app|db\n');
  });

  it('gives outputs also where the script exits, empty ones where it sets none', async () => {
    const one = await run(ready('A="x y"; exit 0', {}, ['A', 'B']));
    expect(outputsIn(one.stdout)).toEqual({ A: 'x y', B: '' });
    expect(outputsIn('A=1')).toEqual({});
    expect(outputsIn('')).toEqual({});
    expect(outputsIn(`toscanini: A=${Buffer.from('a=b').toString('base64')}\nmore`)).toEqual({ A: 'a=b' });
    expect(await run(ready('A=1; exit 3', {}, ['A']))).toMatchObject({ code: 3 });
  });

  it('has as much time as its script asks for, and two days at most', () => {
    const seconds = (timeoutSeconds?: number) => {
      const { step, ...rest } = ready('true');
      const script = { ...step.script, ...(timeoutSeconds !== undefined && { timeoutSeconds }) };
      return commandFor({ ...rest, step: { ...step, script } }, [machine], 'first').seconds;
    };
    expect([seconds(), seconds(60), seconds(200_000)]).toEqual([3_600, 60, 172_800]);
  });

  it('has a comment of 100 characters at most', () => {
    const { step, ...rest } = ready('true');
    const { comment } = commandFor({ ...rest, step: { ...step, node: 'n'.repeat(200) } }, [machine], 'first');
    expect(comment).toHaveLength(100);
    expect(digestIn(comment)).toMatch(/^[0-9a-f]{24}$/);
    expect(digestIn(` ${comment}`)).toBeUndefined();
  });

  it('of an operation that somebody has called says so, whatever its name is', () => {
    const { step, ...rest } = ready('true');
    const named = { ...rest, step: { ...step, operation: 'a\nrm -rf /', once: true as const } };
    const { comment, script } = commandFor(named, [machine], 'first');
    expect([isCalled(comment), isCalled(commandFor({ ...rest, step }, [machine], 'first').comment)]).toEqual([
      true,
      false,
    ]);
    expect(script.split('\n')).not.toContain(expect.stringMatching(/^rm/));
    expect(script.split('\n')[2]).toBe('script=$(mktemp) || exit 1');
  });

  it('of an operation that somebody has called forgets those of a month ago, and nothing else', async () => {
    const { step, ...rest } = ready('echo saved');
    const old = ['called/old', 'steps/old'].map((path) => join(folder, path));
    for (const path of old) {
      mkdirSync(path, { recursive: true });
      utimesSync(path, new Date('2020-01-01'), new Date('2020-01-01'));
    }
    const called = { ...rest, step: { ...step, key: 'run 1 0', once: true as const } };
    expect((await run(called)).stdout).toBe('saved\n');
    expect((await run(called)).stdout).toBe('saved\n');
    expect(old.map((path) => existsSync(path))).toEqual([false, true]);
    expect(existsSync(join(folder, 'called', digestOf(called), 'done'))).toBe(true);
  });

  /** The script within the command. */
  const unpacked = (one: Ready): string => {
    const [, packed = ''] = /^echo (\S+) \| base64 -d/m.exec(commandFor(one, [machine], 'first').script) ?? [];
    return gunzipSync(Buffer.from(packed, 'base64')).toString('utf8');
  };
  const playbook = (outputs: readonly string[], more: Partial<Ready> = {}, roles?: readonly string[]) => {
    const one = ready('- hosts: all', { port: 80 }, outputs);
    const script = { file: 'play.yml', text: '- hosts: all', ...(roles && { roles }) };
    return unpacked({ ...one, step: { ...one.step, script }, ...more });
  };

  it('of a playbook installs its roles, and asks for statistics where somebody needs outputs', () => {
    const plain = playbook([]);
    expect(plain).toMatch(/ansible-playbook .* -e @toscanini-inputs\.json 'play\.yml' 2>&1\n/);
    expect(plain).not.toContain('ansible-galaxy');
    expect(plain).not.toContain('RUN: (');
    const full = playbook(['A', 'B'], {}, ['ada.nginx', "it's"]);
    expect(full).toContain(`ansible-galaxy install -p "$work/files/roles" 'ada.nginx' || return 1`);
    expect(full).toContain(`'it'\\''s'`);
    expect(full).toMatch(/2>&1 \|\| return \$\?\n/);
    expect(full).toMatch(/"\$work\/stdout" A B > "\$work\/outputs"/);
  });

  it('with secrets fetches them by their names, and passes on no value', () => {
    const secrets = [{ input: 'WORD', parameter: '/p/1', revision: 'r' }];
    const shell = unpacked({ ...ready('true'), secrets });
    expect(shell).toContain('fetch "$secrets" WORD=/p/1');
    expect(shell).toMatch(/flock 9[\s\S]*rm -rf "\$own"\.\*\nsecrets=\$\(mktemp -d "\$own\.X+"\)/);
    expect(shell).toContain('export WORD="${WORD%x}"');
    const play = playbook([], { secrets });
    expect(play).toContain('merge "$secrets" toscanini-inputs.json');
    expect(play).toContain('-e @"$secrets/inputs.json"');
    expect(playbook([])).not.toContain('$secrets');
  });

  it('with a file at an address fetches it, whatever the address holds', () => {
    const one = ready('');
    const script = { file: 'scripts/a.sh', url: "https://example.org/it's" };
    expect(unpacked({ ...one, step: { ...one.step, script } })).toContain(
      `{ mkdir -p 'scripts' && { if command -v curl > /dev/null; then curl -fsSL --retry 3 -o 'scripts/a.sh' 'https://example.org/it'\\''s'; else wget`,
    );
  });

  it('is found again by its comment, and other inputs are another step', () => {
    const commentOf = (one: Ready) => digestIn(commandFor(one, [machine], 'first').comment);
    expect(commentOf(ready('true', { port: 80 }))).toMatch(/^[0-9a-f]{24}$/);
    expect(commentOf(ready('true', { port: 80 }))).toBe(commentOf(ready('true', { port: 80 })));
    expect(commentOf(ready('true', { port: 80 }))).not.toBe(commentOf(ready('true', { port: 81 })));
    expect(digestIn('deploy by hand')).toBeUndefined();
  });

  it.each([60, 61])('has no half of a sign at the end of its comment', (length) => {
    const one = ready('true');
    const node = '𐐀'.repeat(length);
    const { comment } = commandFor(
      { ...one, step: { ...one.step, node: `${'x'.repeat(length % 2)}${node}` } },
      [machine],
      'first',
    );
    expect(comment.isWellFormed()).toBe(true);
    expect(comment.length).toBeLessThanOrEqual(100);
    expect(comment.length).toBeGreaterThan(98);
  });

  it('has the same digest in every release: with another one, an update would install all software again', () => {
    expect(digestOf(ready('true', { port: 80 }, ['URL']))).toBe('1a46c551852ba6e779745dfc');
    const secrets = [{ input: 'password', revision: 'r1' }] as unknown as NonNullable<Ready['secrets']>;
    expect(digestOf({ ...ready('true'), secrets })).toBe('3048612421227852889e7830');
  });
});
