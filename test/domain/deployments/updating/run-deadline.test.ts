/** What a run still sends when its time is nearly up: docs/decisions/0092. */

import { expect, it } from 'vitest';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { readRun } from '../../../../src/domain/deployments/updating/run.ts';

const now = new Date('2026-11-29T12:00:00Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString();

type Ports = Parameters<typeof readRun>[0];
type Attempt = Parameters<typeof readRun>[2];

/** Keys of the calls that one look sends, of a run of one call. */
const sent = async ({ operation, attempt }: { readonly operation?: string; readonly attempt: string }) => {
  const due: string[] = [];
  const activity = { is: 'call', what: 'backup', calls: ['backup'] };
  const plan = {
    what: 'backup',
    calls: '',
    steps: [{ name: 'a', onSuccess: [], onFailure: [], activities: [activity] }],
  };
  const runCalls = async (
    _: string,
    { next }: { next(states: Map<string, string>): { readonly due: readonly string[] } },
  ) => {
    due.push(...next(new Map()).due);
    return { calls: new Map(), isBusy: false, waitsFor: '' };
  };
  const ports = {
    clock: { now: () => now },
    files: { findRun: async () => ({ plan }), putRun: async () => undefined, appendLog: async () => undefined },
    deployerOf: () => ({ runCalls, log: async () => undefined }),
    timeline: { add: async () => undefined },
  } as unknown as Ports;
  const deployment = { operation: { id: 'o', ...(operation && { deadline: operation }) }, limits: {} } as Deployment;
  const claimed = { operationId: 'o', number: 1, logged: {}, startedAt: inSeconds(-60), deadline: attempt };
  await readRun(ports, deployment, { ...claimed, deploymentId: 'd', infrastructureId: 'i' } as unknown as Attempt);
  return due;
};

it('is sent while there is time to see it in the last look', async () => {
  expect(await sent({ attempt: inSeconds(31) })).toEqual(['backup']);
  expect(await sent({ operation: inSeconds(31), attempt: inSeconds(3_600) })).toEqual(['backup']);
});

it('is not sent right before a deadline, whose look could not see it and would not cancel it', async () => {
  expect(await sent({ attempt: inSeconds(29) })).toEqual([]);
  expect(await sent({ operation: inSeconds(29), attempt: inSeconds(3_600) })).toEqual([]);
  expect(await sent({ attempt: inSeconds(-1) })).toEqual([]);
});
