import { readFile } from 'node:fs/promises';
import type { Planner } from '../../src/domain/deployers/planner.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { Files } from '../../src/domain/deployments/record/ports.ts';
import type { Caller } from '../../src/foundation/caller.ts';
import { operations } from '../../src/http/runs/list.ts';
import { id } from './samples.ts';

const at = '2026-11-20T15:33:12.345Z';

const run = {
  ...{ id: id(900), asked: { workflow: 'web' }, acceptedAt: at, plan: { what: 'w', steps: [], calls: '' } },
  progress: {
    ...{ is: 'failed', why: 'w', endedAt: at },
    entries: [
      {
        ...{ step: 's', what: 'w', is: 'failed', why: 'w' },
        machines: [{ machine: 'i', is: 'failed', since: at, command: 'c', said: 's' }],
      },
    ],
  },
} as const;

/** All that the list of what can be run may show, of a provider that runs nothing. */
export const listedRuns = async (asked: { readonly caller: Caller }, deployment: Deployment): Promise<unknown> => {
  const text = await readFile(new URL('runnable.yaml', import.meta.url), 'utf8');
  const files = { findRun: async () => run, getTemplate: async () => text } as unknown as Files;
  const plannerOf = () => ({ runsNothing: 'w' }) as unknown as Planner;
  const live = { ...deployment, lastRun: id(900), parameters: {}, providerId: 'a' };
  const list = operations({ files, plannerOf, imports: { read: async () => undefined } });
  return (await list({ ...asked, deployment: live })).json;
};
