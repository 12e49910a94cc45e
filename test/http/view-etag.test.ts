import { beforeEach, describe, expect, it } from 'vitest';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { Attempts, Deployments, Files } from '../../src/domain/deployments/record/ports.ts';
import type { Timeline } from '../../src/domain/deployments/record/timeline.ts';
import { nothing } from '../../src/domain/quotas/amounts.ts';
import { limitsFor } from '../../src/domain/quotas/quota.ts';
import type { Resources } from '../../src/domain/resources/ports.ts';
import { type Answered, call } from './requests.ts';
import { id, sampleApproval, sampleResource } from './samples.ts';
import { type Service, serviceForTests } from './service.ts';
import { view } from './under-test.ts';
import { instant, operationId, ranking, tried, viewing, working } from './viewed.ts';

const test = serviceForTests();
const { begin, ask } = viewing(test);
const event = { name: 'one', kind: 'CHANGE', message: 'm', at: instant } as const;

const tagOf = ({ headers }: Answered): string => String(headers['ETag']);

beforeEach(() => begin());

type Writers<
  Name extends string,
  Port,
  Readers extends keyof Port,
> = `${Name}.${Exclude<keyof Port, Readers> & string}`;

/** Everything that writes something about a deployment. A new method of a port that is missing here does not compile. */
type Writer =
  | Writers<
      'deployments',
      Deployments,
      'find' | 'list' | 'listVersion' | 'count' | 'usedBy' | 'notStarted' | 'accept' | 'remove'
    >
  | Writers<'attempts', Attempts, 'find' | 'list'>
  | Writers<'resources', Resources, 'find' | 'list' | 'all' | 'stage'>
  | Writers<'timeline', Timeline, 'list' | 'listAfter'>
  | Writers<
      'files',
      Files,
      | 'getTemplate'
      | 'findRanking'
      | 'findRun'
      | 'findPlans'
      | 'findOutline'
      | 'readLog'
      | 'readLogAfter'
      | 'putNotification'
      | 'getNotification'
      | 'remove'
    >;

const next: Deployment = working({
  operation: { id: id(901), kind: 'DELETE', acceptedAt: instant },
  status: 'DELETE_IN_PROGRESS',
});

/** `seen`: the view shows it, or tells that there is more to read. The others must leave the view as it is. */
const writers: {
  readonly [W in Writer]: { readonly seen: boolean; readonly write: (service: Service) => Promise<unknown> };
} = {
  'deployments.supersede': {
    seen: true,
    write: async ({ deployments }) => {
      const seen = await deployments.find(id(1));
      if (seen) await deployments.supersede(seen, next);
    },
  },
  'deployments.protect': {
    seen: true,
    write: async ({ deployments }) => {
      const seen = await deployments.find(id(1));
      if (seen) await deployments.protect(seen, true);
    },
  },
  'deployments.setEnd': {
    seen: true,
    write: async ({ deployments }) => {
      const seen = await deployments.find(id(1));
      if (seen) await deployments.setEnd(seen, '2027-01-01T00:00:00.000Z');
    },
  },
  'deployments.setHours': {
    seen: true,
    write: async ({ deployments }) => {
      const seen = await deployments.find(id(1));
      const calendar = { timeZone: 'UTC', days: ['mon'], start: '08:00', stop: '19:00' } as const;
      if (seen) await deployments.setHours(seen, { calendar });
    },
  },
  'deployments.setTransfer': {
    seen: true,
    write: async ({ deployments }) => {
      const seen = await deployments.find(id(1));
      const until = '2027-01-01T00:00:00.000Z';
      if (seen) await deployments.setTransfer(seen, { by: seen.createdBy, since: instant, expiresAt: until });
    },
  },
  'deployments.transferTo': {
    seen: true,
    write: async ({ deployments }) => {
      const seen = await deployments.find(id(1));
      if (!seen) return;
      const transferred = { id: id(902), from: seen.createdBy, at: instant };
      await deployments.transferTo(seen, { owner: { ...seen.createdBy, subject: 'mia' }, transferred }, {});
    },
  },
  'deployments.reserveUse': {
    seen: false,
    write: async ({ deployments }) => {
      const use = { running: { ...nothing, machines: 1 }, starts: 0 };
      const seen = await deployments.find(id(1));
      if (seen) await deployments.reserveUse(seen, seen.operation.id, use, limitsFor({}, seen));
    },
  },
  'deployments.settleUse': {
    seen: false,
    write: async ({ deployments }) => {
      const seen = await deployments.find(id(1));
      if (seen) await deployments.settleUse(seen.id, seen.operation.id, nothing);
    },
  },
  'deployments.awaitApproval': {
    seen: true,
    write: async ({ deployments }) => {
      const seen = await deployments.find(id(1));
      if (seen) await deployments.awaitApproval(seen, sampleApproval);
    },
  },
  'deployments.decideApproval': {
    seen: true,
    write: async ({ deployments }) => {
      const seen = await deployments.find(id(1));
      if (seen) await deployments.decideApproval(seen, { approval: { ...sampleApproval, state: 'refused' } });
    },
  },
  'files.putRun': {
    seen: false,
    write: ({ files }) =>
      files.putRun(id(1), operationId, {
        ...{ id: operationId, asked: { workflow: 'backup' }, acceptedAt: instant },
        plan: { what: 'the workflow backup', steps: [], calls: '{}' },
      }),
  },
  'files.putPlans': { seen: false, write: ({ files }) => files.putPlans(id(1), operationId, []) },
  'deployments.label': {
    seen: true,
    write: async ({ deployments }) => {
      const seen = await deployments.find(id(1));
      if (seen) await deployments.label(seen, { team: 'physics' });
    },
  },
  'deployments.markStarted': { seen: false, write: ({ deployments }) => deployments.markStarted(id(1), operationId) },
  'deployments.record': {
    seen: true,
    write: ({ deployments }) => deployments.record(id(1), operationId, { task: 'DEPLOYER' }),
  },
  'deployments.interrupt': {
    seen: false,
    write: ({ deployments }) => deployments.interrupt(working(), { times: 1, by: 'Lambda.Unknown' }),
  },
  'deployments.markRemoving': { seen: false, write: ({ deployments }) => deployments.markRemoving(id(1), operationId) },
  'attempts.findOrCreate': { seen: true, write: ({ attempts }) => attempts.findOrCreate(tried(2)) },
  'attempts.record': {
    seen: true,
    write: ({ attempts }) => attempts.record(id(1), 1, { state: 'FAILED', reason: 'no quota' }),
  },
  'resources.put': { seen: true, write: ({ resources }) => resources.put([sampleResource({ state: 'ERROR' })]) },
  'resources.replace': {
    seen: true,
    write: ({ resources }) => resources.replace(sampleResource(), sampleResource({ state: 'STOPPED' })),
  },
  'resources.remove': { seen: true, write: ({ resources }) => resources.remove(id(1), [id(100)]) },
  'timeline.add': { seen: true, write: ({ timeline }) => timeline.add(id(1), event) },
  'files.appendLog': { seen: true, write: ({ files }) => files.appendLog(id(1), '0001-a', 'a line\n') },
  // stored before the operation is accepted or begins its attempts, and never changed
  'files.putTemplate': { seen: false, write: ({ files }) => files.putTemplate(id(1), id(902), 'text') },
  'files.putOutline': { seen: false, write: ({ files }) => files.putOutline(id(1), id(902), { nodes: [] }) },
  'files.putRanking': { seen: false, write: ({ files }) => files.putRanking(id(1), id(902), ranking) },
};

/** Each of these changes of an attempt, alone: the first are seen, the others are for the workflow. */
const changesOfAnAttempt = [
  [{ state: 'RUNNING' }, true],
  [{ reason: 'why' }, true],
  [{ said: 'pending' }, true],
  [{ deadline: '2027-01-01T00:00:00.000Z' }, true],
  [{ logged: { header: 3 }, loggedInAll: 3 }, false],
  [{ refusals: 1, refusedAt: instant }, false],
  [{ cleaningAt: instant, goneAt: instant }, false],
  [{ unreachableAt: instant }, false],
] as const;

describe('the ETag of the view', () => {
  beforeEach(async () => {
    await test.service.attempts.findOrCreate(tried(1));
    await test.service.resources.put([sampleResource()]);
  });

  const judged = async (seen: boolean, write: () => Promise<unknown>): Promise<void> => {
    const before = await ask('olga');
    await write();
    const after = await ask('olga', { 'If-None-Match': tagOf(before) });
    if (seen) expect([after.status, tagOf(after)]).toEqual([200, expect.not.stringMatching(tagOf(before))]);
    else expect([after.status, (await ask('olga')).json]).toEqual([304, before.json]);
  };

  it.each(Object.entries(writers))('tells what %s writes', (_, { seen, write }) =>
    judged(seen, () => write(test.service)),
  );

  it.each(changesOfAnAttempt)('tells a change of an attempt: %j', (changes, seen) =>
    judged(seen, () => test.service.attempts.record(id(1), 1, changes)),
  );

  it('stays as long as nothing happens, and then nothing but the record is read', async () => {
    const nothing = async (): Promise<never> => {
      throw new Error('this read costs');
    };
    const before = await ask('olga');
    const ports = {
      ...test.service,
      attempts: { ...test.service.attempts, list: nothing },
      resources: { ...test.service.resources, all: nothing },
      files: { ...test.service.files, findOutline: nothing, findRanking: nothing },
    };
    const headers = { 'If-None-Match': tagOf(before) };
    const { status, body } = await call(view(ports), { as: 'olga', path: { deployment_id: id(1) }, headers });
    expect([status, body]).toEqual([304, '']);
  });

  it('counts an event and each piece of the log, and what is counted outlives the next operation', async () => {
    const { timeline, files, deployments } = test.service;
    for (const name of ['a', 'b', 'b']) await timeline.add(id(1), { ...event, name });
    await files.appendLog(id(1), '0001-a', 'a line\n');
    const seen = await deployments.find(id(1));
    await timeline.add(id(1), { ...event, name: 'c' });
    // from a read before the last event
    if (seen) await deployments.supersede(seen, next);
    expect((await ask('olga')).json).toMatchObject({ status: 'DELETE_IN_PROGRESS', events: 3, logPieces: 1 });
  });

  it('is another one for a reader who sees less, and without the nodes', async () => {
    const tags = [await ask('olga'), await ask('mia'), await ask('olga', {}, { topology: 'false' })].map(tagOf);
    expect(new Set(tags).size).toBe(3);
  });

  it('is not the version of the deployment: an event refuses no change', async () => {
    const { json } = await ask('olga');
    await test.service.timeline.add(id(1), event);
    const changed = await ask('olga', { 'If-None-Match': '"another"' });
    expect(changed.json['version']).toBe(json['version']);
  });
});
