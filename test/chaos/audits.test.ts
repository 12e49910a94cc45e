import { describe, expect, it } from 'vitest';
import { madeWhileDraining } from '../e2e/chaos/audit-draining.ts';
import { orphans, repeatedJobs, surplus } from '../e2e/chaos/audit-providers.ts';
import { strayResources, unfinishedResources } from '../e2e/chaos/audit-resources.ts';
import { unfinishedEvents } from '../e2e/chaos/audit-schedules.ts';
import { type Kind, leastPerMinute, shortfalls } from '../e2e/chaos/audit-traffic.ts';
import { Ledger } from '../e2e/chaos/ledger.ts';

const resource = (state: string, more: object = {}) => ({
  id: 'r1',
  deploymentId: 'd1',
  toscaNodeName: 'front',
  state,
  ...more,
});

const deployment = (status: string) => ({
  id: 'd1',
  status,
  createdAt: '2026-11-20T12:00:00.000Z',
  createdBy: { issuer: 'i', subject: 's' },
  operation: { id: 'o' },
});

describe('the audit of resources', () => {
  const unfinished = (one: ReturnType<typeof resource>) => unfinishedResources({ resources: [one] });

  it.each(['INITIAL', 'STARTED', 'STOPPED', 'ERROR'])('lets %s pass', (state) => {
    expect(unfinished(resource(state))).toEqual([]);
  });

  it.each(['CREATING', 'CONFIGURING', 'STARTING', 'STOPPING', 'DELETING'])('finds one that stays %s', (state) => {
    expect(unfinished(resource(state))).toEqual([`front of d1 (r1) is ${state}`]);
  });

  it('finds an action that nobody ended', () => {
    expect(unfinished(resource('STARTED', { action: { type: 'stop' } }))).toHaveLength(1);
  });

  it('finds what is left of a deployment that is gone', () => {
    expect(strayResources({ resources: [resource('STARTED')], deployments: [deployment('CREATE_COMPLETE')] })).toEqual(
      [],
    );
    expect(strayResources({ resources: [resource('STARTED')], deployments: [] })).toHaveLength(1);
  });
});

describe('the audit of events', () => {
  const event = (replicationStatus: string, reason?: string) => ({
    id: 'e1',
    scheduleId: 's1',
    name: 'file',
    deploymentId: 'd1',
    replicationStatus,
    ...(reason !== undefined && { reason }),
  });

  it('lets a replica pass, and one that is stuck and says why', () => {
    expect(unfinishedEvents([event('OK'), event('STUCK', 'no storage element')])).toEqual([]);
  });

  it.each([event('REPLICATING'), event('STUCK'), event('STUCK', '')])('finds %o', (one) => {
    expect(unfinishedEvents([one])).toHaveLength(1);
  });
});

describe('the audit of what stands at the providers', () => {
  const infrastructure = (id: string) => ({
    id,
    name: `toscanini-d1-${id}`,
    state: 'configured',
    forgotten: false,
    virtualMachines: [],
  });
  const infrastructures = [infrastructure('before'), infrastructure('after')];
  const forced = new Ledger();
  forced.force('d1', ['before']);

  it('excuses what stood when a deletion was forced, and finds what was made later', () => {
    expect(orphans({ infrastructures, attempts: [] }, new Ledger())).toHaveLength(2);
    expect(orphans({ infrastructures, attempts: [] }, forced)).toEqual([
      "after (toscanini-d1-after, configured) is on nobody's record",
    ]);
  });

  it('excuses what stood at any of several forced deletions', () => {
    const twice = new Ledger();
    twice.force('d1', ['before']);
    twice.force('d1', ['after']);
    expect(orphans({ infrastructures, attempts: [] }, twice)).toEqual([]);
  });

  it('finds more than one infrastructure of a deployment whose deletion was forced', () => {
    const failed = { id: 'd1', status: 'CREATE_FAILED' };
    expect(surplus(failed, { infrastructures, attempts: [] }, forced)).toHaveLength(1);
    expect(surplus(failed, { infrastructures: [infrastructure('before')], attempts: [] }, forced)).toEqual([]);
  });
});

describe('the audit of draining', () => {
  const at = (minute: number): string => new Date(minute * 60_000).toISOString();
  const past = [{ provider: 'sandbox-a', from: 10 * 60_000, until: 20 * 60_000 }];
  const found = (accepted: number, begun: number, providerId = 'sandbox-a') =>
    madeWhileDraining(past, {
      deployments: [{ ...deployment('CREATE_COMPLETE'), createdAt: at(accepted) }],
      attempts: [{ deploymentId: 'd1', number: 1, state: 'COMPLETE', providerId, startedAt: at(begun) }],
    });

  it('finds what was accepted and begun at the provider meanwhile', () => {
    expect(found(11, 12)).toEqual([expect.stringContaining('sandbox-a drained, and d1 was begun there')]);
  });

  it('excuses what was accepted before, what was begun afterwards, and other providers', () => {
    expect([...found(9, 12), ...found(11, 21), ...found(11, 12, 'sandbox-b')]).toEqual([]);
  });
});

describe('the audit of jobs', () => {
  it('finds a job that is there twice', () => {
    expect(repeatedJobs({ id: 'i', jobs: ['count', 'sum', 'sum:0', 'sum:1'] })).toEqual([]);
    expect(repeatedJobs({ id: 'i', jobs: ['count', 'sum', 'count'] })).toEqual(['i has count twice']);
  });
});

describe('the audit of the traffic', () => {
  const kinds = Object.keys(leastPerMinute) as Kind[];
  const counts = (count: number): Record<Kind, number> =>
    Object.assign({ ...leastPerMinute }, Object.fromEntries(kinds.map((kind) => [kind, count])));

  it('lets a busy run pass', () => {
    expect(shortfalls(counts(20), 2)).toEqual([]);
  });

  it('finds that nothing happened, even in a short run', () => {
    expect(shortfalls(counts(0), 0.1)).toHaveLength(kinds.length);
  });

  it.each(kinds)('finds that there were too few %s', (kind) => {
    expect(shortfalls({ ...counts(1_000), [kind]: 0 }, 30)).toEqual([expect.stringContaining(kind)]);
  });

  it('wants more of a longer run', () => {
    expect(shortfalls(counts(20), 30).length).toBeGreaterThan(3);
  });
});
