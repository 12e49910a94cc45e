import { describe, expect, it } from 'vitest';
import type { Harm } from '../e2e/chaos/behind.ts';
import { calm, judged, mended, moved } from '../e2e/chaos/mending.ts';
import { type Standing, standingIn } from '../e2e/chaos/standing.ts';
import type { Truth } from '../e2e/chaos/truth.ts';
import type { DeploymentView, Finding, LastCheck } from '../e2e/client.ts';

const machines = [
  { id: 0, node: 'front' },
  { id: 1, node: 'back' },
];
const atCloud = { id: 'i1', cloud: 'sandbox-b' };
const atAws = { id: 'arn:aws:cloudformation:eu-west-1:111111111111:stack/d1/1', cloud: 'sandbox-aws-eu-west-1' };

const standing = (place: typeof atCloud): Standing => ({
  id: 'd1',
  infrastructure: { ...place, name: 'd1', state: 'configured', forgotten: false, virtualMachines: machines },
  machine: { id: 1, node: 'back' },
});

const drifted = (findings: readonly Finding[]): LastCheck => ({
  state: 'NONE',
  last: { verdict: 'drifted' },
  findings: [...findings],
});
const inOrder: LastCheck = { state: 'NONE', last: { verdict: 'in-order' }, findings: [] };
const unseen: LastCheck = { state: 'NONE', last: { verdict: 'not-checked', why: 'no answer' }, findings: [] };

/** The service, which answers as it is told; each check takes the next answer. */
const service = (given: {
  readonly checks: readonly LastCheck[];
  readonly status?: string;
  readonly reason?: string;
  readonly provider?: string;
  readonly accepts?: boolean;
}) => {
  const checks = [...given.checks];
  const asked: string[] = [];
  const answer = async (what: string): Promise<Response> => {
    asked.push(what);
    return given.accepts === false ? new Response('no', { status: 409 }) : new Response(null, { status: 202 });
  };
  return {
    asked,
    checked: async () => checks.shift() ?? unseen,
    repair: () => answer('repair'),
    move: () => answer('move'),
    delete: () => answer('delete'),
    gone: async () => true as const,
    settled: async (): Promise<DeploymentView> => ({
      uuid: 'd1',
      status: given.status ?? 'UPDATE_COMPLETE',
      statusReason: given.reason ?? '',
      cloudProviderName: given.provider ?? 'sandbox-b',
      outputs: {},
    }),
  };
};

const harm = async (): Promise<void> => {};
const gone = (...nodes: string[]): LastCheck => drifted(nodes.map((node) => ({ node, is: 'missing' })));
const mending = (what: Harm, given: Parameters<typeof service>[0], place = atCloud) =>
  mended(service(given), harm, standing(place), what);

describe('what somebody does behind the back of the service', () => {
  it('is mended when a check finds it and another one nothing', async () => {
    const given = { checks: [gone('back'), inOrder] };
    expect(await mending('deletes a machine', given)).toEqual({ is: 'deletes a machine: mended' });
  });

  it('is a fault when no check finds it, or only of another machine', async () => {
    for (const check of [inOrder, unseen, gone('front'), drifted([{ node: 'back', is: 'stopped' }])])
      expect(await mending('deletes a machine', { checks: [check, inOrder] })).toMatchObject({
        is: 'deletes a machine: not found',
        fault: expect.stringContaining('d1 at sandbox-b: somebody deletes a machine'),
      });
  });

  it('is a fault when the check finds one of two that are gone', async () => {
    for (const check of [gone('back'), gone('back', 'back')]) {
      const found = await mending('deletes everything', { checks: [check, inOrder] });
      expect(found.is).toBe('deletes everything: not found');
    }
    const found = await mending('deletes everything', { checks: [gone('back', 'front'), inOrder] });
    expect(found.is).toBe('deletes everything: mended');
  });

  it('is a fault when the repair is refused, fails, or leaves something', async () => {
    const found = drifted([{ node: 'back', is: 'stopped' }]);
    const bad = [
      { checks: [found, inOrder], accepts: false },
      { checks: [found, inOrder], status: 'UPDATE_FAILED' },
      { checks: [found, found] },
      { checks: [found, unseen] },
    ];
    for (const given of bad)
      expect(await mending('stops a machine', given)).toMatchObject({
        is: 'stops a machine: not mended',
        fault: expect.any(String),
      });
  });
});

describe('a stack that somebody has deleted', () => {
  const checks = [gone('front', 'back'), inOrder];
  const reason = `infrastructure ${atAws.id} no longer exists: its provider does not know it`;

  it('is said to be gone, and its deployment is deleted', async () => {
    const admin = service({ checks, status: 'UPDATE_FAILED', reason });
    const outcome = await mended(admin, harm, standing(atAws), 'deletes everything');
    expect(outcome).toEqual({ is: 'deletes everything: found, said and deleted' });
    expect(admin.asked).toEqual(['repair', 'delete']);
  });

  it('is a fault when the repair says that it is mended, or something else', async () => {
    for (const given of [{ checks }, { checks, status: 'UPDATE_FAILED', reason: 'time is up' }])
      expect(await mending('deletes everything', given, atAws)).toMatchObject({ is: 'deletes everything: not said' });
  });
});

describe('a provider that is taken away', () => {
  it('is left', async () => {
    expect(await moved(service({ checks: [unseen] }), { id: 'd1' })).toEqual({
      is: 'its provider is taken away: moved',
    });
  });

  it('is a fault when the check still finds all in order, when the move is refused or fails, or stays there', async () => {
    const bad = [
      { checks: [inOrder] },
      { checks: [gone('back')] },
      { checks: [unseen], accepts: false },
      { checks: [unseen], status: 'UPDATE_FAILED' },
      { checks: [unseen], provider: 'sandbox-a' },
    ];
    for (const given of bad)
      expect((await moved(service(given), { id: 'd1' })).fault).toContain('d1: its provider is gone');
  });
});

describe('before that', () => {
  it('a check finds all in order, or it is a fault', async () => {
    expect((await calm(service({ checks: [inOrder] }), standing(atCloud))).fault).toBeUndefined();
    expect((await calm(service({ checks: [gone('back')] }), standing(atCloud))).fault).toContain('nobody changed it');
    expect((await calm(service({ checks: [unseen] }), standing(atCloud))).fault).toContain('nobody changed it');
  });

  it('those count that are whole and have a machine that runs', () => {
    const resource = { id: 'r1', deploymentId: 'd1', toscaNodeName: 'back', physicalId: '1' };
    const truth = (status: string, state: string): Truth => ({
      deployments: [
        {
          id: 'd1',
          status,
          createdAt: '2026-11-20T12:00:00.000Z',
          infrastructureId: 'i1',
          createdBy: { issuer: 'i', subject: 's' },
          operation: { id: 'o' },
        },
      ],
      infrastructures: [standing(atCloud).infrastructure],
      resources: [{ ...resource, state }],
      ...{ attempts: [], events: [], schedules: [], objects: [], dump: [], counters: new Map() },
    });
    expect(standingIn(truth('UPDATE_COMPLETE', 'STARTED'))).toEqual([standing(atCloud)]);
    expect(standingIn(truth('UPDATE_COMPLETE', 'STOPPED'))).toEqual([]);
    expect(standingIn(truth('UPDATE_FAILED', 'STARTED'))).toEqual([]);
  });
});

describe('the verdict', () => {
  const all = { toMove: 3, toHarm: 8 };

  it('counts, and is without a fault when all was mended', () => {
    const outcome = { is: 'stops a machine: mended' };
    expect(judged([outcome, outcome], all)).toEqual({ counts: new Map([[outcome.is, 2]]), faults: [] });
  });

  it('has each fault, and one when too little could be changed', () => {
    expect(judged([{ is: 'stops a machine: not found', fault: 'why' }], all).faults).toEqual(['why']);
    expect(judged([], { ...all, toHarm: 7 }).faults).toEqual(['7 of 8 deployments could be changed, and 3 of 3 moved']);
    expect(judged([], { ...all, toMove: 2 }).faults).toHaveLength(1);
  });
});
