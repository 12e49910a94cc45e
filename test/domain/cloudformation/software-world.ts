/** Machines that only remember what they were sent, and looks at the steps that run on them. */

import {
  advance,
  type Setting,
  softwareOutputs,
} from '../../../src/domain/cloudformation/software/advance-software.ts';
import { digestIn } from '../../../src/domain/cloudformation/software/operation-command.ts';
import type { Software, Step } from '../../../src/domain/cloudformation/software/software.ts';
import type { Command, Run, SoftwareMachine } from '../../../src/domain/cloudformation/software/software-machines.ts';
import { stopSoftware } from '../../../src/domain/cloudformation/software/stop-software.ts';

export const since = '2026-01-01T00:00:00.000Z';
export const at = (minutes: number) => new Date(Date.parse(since) + minutes * 60_000);

export const step = (key: string, host: string, after: readonly string[] = [], more: Partial<Step> = {}): Step => ({
  ...{ key, node: key, operation: 'create', host, script: { file: 'a.sh', text: 'true' } },
  ...{ inputs: {}, outputs: [], after },
  ...more,
});

export const machine = (id: string, node: string, more: Partial<SoftwareMachine> = {}): SoftwareMachine => ({
  ...{ id, node, resourceId: id, privateAddress: '10.0.0.1', publicAddress: '', launchedAt: since, runs: true },
  ...more,
});

export const world = (
  given: readonly Step[] | Partial<Software>,
  machines: readonly SoftwareMachine[],
  more: Partial<Setting> = {},
) => {
  const own = Array.isArray(given) ? { steps: given as readonly Step[] } : (given as Partial<Software>);
  const runs: (Run & { machineId: string; comment: string; seconds: number })[] = [];
  const deaf = new Set<string>();
  const asked: string[] = [];
  const printed: Record<string, string> = {};
  const sent = { minutes: 1 };
  const calls = {
    runsOf: async (machineId: string) => {
      asked.push(machineId);
      return runs.filter((run) => run.machineId === machineId).toReversed();
    },
    outputsOf: async () => printed,
    privateKey: async () => 'the key',
    listening: async () => {
      asked.push('who listens');
      return new Set(machines.map(({ id }) => id).filter((id) => !deaf.has(id)));
    },
    cancel: async (machineId: string, id: string) => {
      for (const [index, run] of runs.entries())
        if (run.id === id && run.machineId === machineId && run.is === 'running')
          runs[index] = { ...run, is: 'failed', said: 'Cancelled' };
    },
    send: async (machineId: string, { comment, seconds }: Command) => {
      const digest = digestIn(comment) ?? '';
      const sentAt = at(sent.minutes).toISOString();
      runs.push({ id: `${runs.length}`, machineId, comment, seconds, digest, is: 'running', sentAt, said: '' });
    },
  };
  const setting = (minutes: number, from: string): Setting => ({
    software: { steps: [], ending: [], outputs: [], ...own },
    ...{ machines, attributes: {}, calls, since: from, now: at(minutes) },
    ...more,
  });
  const end = (is: 'done' | 'failed') => {
    for (const [index, run] of runs.entries()) if (run.is === 'running') runs[index] = { ...run, is, said: is };
  };
  return {
    ...{ runs, deaf, asked, printed, sent, end, setting },
    look: (minutes = 1, from = since) => advance(setting(minutes, from)),
    stop: (minutes = 1) => stopSoftware(setting(minutes, since)),
    outputs: () => softwareOutputs(setting(1, since)),
    /** the nodes of the steps that were sent, in their order */
    sentNodes: () => runs.map(({ comment }) => comment.split(' ').at(-1) ?? ''),
  };
};
