/** One look after another at the steps of a deployment, with machines that only remember what they were sent. */

import { describe, expect, it } from 'vitest';
import { advance } from '../../../src/domain/cloudformation/software/advance-software.ts';
import { digestIn } from '../../../src/domain/cloudformation/software/operation-command.ts';
import type { Step } from '../../../src/domain/cloudformation/software/software.ts';
import type { Run, SoftwareMachine } from '../../../src/domain/cloudformation/software/software-machines.ts';

const since = '2026-01-01T00:00:00.000Z';
const at = (minutes: number) => new Date(Date.parse(since) + minutes * 60_000);

const step = (key: string, host: string, after: readonly string[] = []): Step => ({
  key,
  node: key,
  operation: 'create',
  host,
  script: { file: 'a.sh', text: 'true' },
  inputs: {},
  outputs: [],
  after,
});

const machine = (id: string, node: string): SoftwareMachine => ({
  id,
  node,
  resourceId: id,
  privateAddress: '10.0.0.1',
  publicAddress: '',
  launchedAt: since,
  runs: true,
});

const world = (steps: readonly Step[], machines: readonly SoftwareMachine[]) => {
  const runs: (Run & { machineId: string; comment: string })[] = [];
  const deaf = new Set<string>();
  const calls = {
    runsOf: async (machineId: string) => runs.filter((run) => run.machineId === machineId).toReversed(),
    outputsOf: async () => ({}),
    privateKey: async () => '',
    listening: async () => new Set(machines.map(({ id }) => id).filter((id) => !deaf.has(id))),
    send: async (machineId: string, { comment }: { readonly comment: string }) => {
      const digest = digestIn(comment) ?? '';
      runs.push({
        id: `${runs.length}`,
        machineId,
        comment,
        digest,
        is: 'running',
        sentAt: at(1).toISOString(),
        said: '',
      });
    },
  };
  const look = (minutes = 1, from = since) =>
    advance({
      software: { steps, ending: [], outputs: [] },
      machines,
      attributes: {},
      calls,
      since: from,
      now: at(minutes),
    });
  const end = (is: 'done' | 'failed') => {
    for (const [index, run] of runs.entries()) if (run.is === 'running') runs[index] = { ...run, is, said: is };
  };
  return { runs, deaf, look, end };
};

describe('a look at the steps', () => {
  it('sends each machine one command at a time, and each step after all that it needs', async () => {
    const all = [step('a', 'm'), step('b', 'm'), step('c', 'n', ['a']), step('d', 'n', ['b', 'c'])];
    const one = world(all, [machine('i-m', 'm'), machine('i-n', 'n')]);
    const sent: string[][] = [];
    for (let round = 0; round < 6; round += 1) {
      const before = one.runs.length;
      if ((await one.look()).is === 'done') break;
      // a process that died after the call is followed by another look
      expect((await one.look()).is).toBe('running');
      sent.push(one.runs.slice(before).map(({ comment }) => comment.split(' ').at(-1) ?? ''));
      one.end('done');
    }
    expect(sent).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('fails with what failed, and the next attempt sends it again', async () => {
    const one = world([step('a', 'm')], [machine('i-m', 'm')]);
    await one.look();
    one.end('failed');
    expect(await one.look()).toMatchObject({ is: 'failed', why: 'create of a on i-m failed: failed' });
    expect((await one.look(9, at(8).toISOString())).is).toBe('running');
    expect(one.runs).toHaveLength(2);
  });

  it('waits for a machine that does not report, for a while, and then says what it needs', async () => {
    const one = world([step('a', 'm')], [machine('i-m', 'm')]);
    one.deaf.add('i-m');
    expect(await one.look(14)).toEqual({ is: 'running', what: 'waiting for i-m to report to Systems Manager' });
    expect(await one.look(16)).toMatchObject({ is: 'failed', why: expect.stringMatching(/i-m of node m .*SSM agent/) });
    expect(one.runs).toEqual([]);
  });

  it('leaves a stopped machine alone', async () => {
    const one = world([step('a', 'm')], [{ ...machine('i-m', 'm'), runs: false }]);
    expect(await one.look()).toEqual({ is: 'done' });
  });
});
