import { describe, expect, it } from 'vitest';
import { nodeStates, type Resource } from '../../../src/domain/resources/resource.ts';
import {
  enterState,
  failEach,
  failedInProgress,
  hasMachine,
  isCompute,
  isContainer,
  isInProgress,
  machinesWanted,
  putChanged,
  unbind,
  withoutReason,
} from '../../../src/domain/resources/states.ts';
import { ConflictError, UnavailableError } from '../../../src/foundation/errors.ts';
import { computeResource as resource } from './compute-resource.ts';

const now = new Date('2026-11-20T13:00:00.000Z');
const updatedAt = now.toISOString();
const action = { id: 'x', type: 'stop', acceptedAt: 'then' } as const;

/** Stored resources, and what was written to them. */
const stored = (...all: readonly Resource[]) => {
  const put: Resource[] = [];
  const replaced: (readonly [Resource, Resource])[] = [];
  return {
    put,
    replaced,
    resources: {
      all: async () => all,
      put: async (many: readonly Resource[]) => void put.push(...many),
      replace: async (seen: Resource, next: Resource) => void replaced.push([seen, next]),
    },
  };
};

describe('putChanged', () => {
  it.each<[string, Partial<Resource>]>([
    ['state', { state: 'STARTED' }],
    ['physicalId', { physicalId: '1' }],
    ['metadata', { metadata: { a: 'b' } }],
    ['requiredBy', { requiredBy: ['b'] }],
    ['toscaNodeType', { toscaNodeType: 'other' }],
    ['toscaTypes', { toscaTypes: ['other'] }],
    ['action', { action }],
    ['madeBy', { madeBy: 'o' }],
    ['becoming', { becoming: { operationId: 'o' } }],
  ])('writes a resource whose %s changed', async (_, changes) => {
    const { put, resources } = stored();
    await putChanged(resources, [resource('a', 'web')], [resource('a', 'web', changes)], now);
    const entered = 'state' in changes ? { stateSince: updatedAt } : {};
    expect(put).toEqual([resource('a', 'web', { ...changes, ...entered, updatedAt })]);
  });

  it('keeps the instant at which it entered its state while other things change', async () => {
    const { put, resources } = stored();
    const since = { stateSince: '2026-11-20T11:00:00.000Z' };
    const [before, after] = [resource('a', 'web', since), resource('a', 'web', { ...since, metadata: { x: '1' } })];
    await putChanged(resources, [before], [after], now);
    expect(put).toEqual([{ ...after, updatedAt }]);
  });

  it('writes a resource that is new', async () => {
    const { put, resources } = stored();
    await putChanged(resources, [], [resource('a', 'web')], now);
    expect(put.map(({ id }) => id)).toEqual(['a']);
  });

  it('does not call the table when nothing changed', async () => {
    const put = () => Promise.reject(new Error('nobody should call'));
    const all = [resource('a', 'web', { metadata: { x: '1', y: '2' } })];
    await putChanged({ put }, all, [resource('a', 'web', { metadata: { y: '2', x: '1' } })], now);
  });
});

describe('enterState', () => {
  it('puts all resources of a deployment into a state, and ends their actions', async () => {
    const { put, resources } = stored(resource('a', 'web', { action }), resource('b', 'db', { state: 'ERROR' }));
    await enterState(resources, 'd', 'DELETING', now);
    expect(put).toStrictEqual([
      resource('a', 'web', { state: 'DELETING', stateSince: updatedAt, updatedAt }),
      resource('b', 'db', { state: 'DELETING', stateSince: updatedAt, updatedAt }),
    ]);
  });

  it('puts each into the state that follows from its own, with further changes', async () => {
    const { put, resources } = stored(resource('a', 'web'), resource('b', 'db', { state: 'STOPPED' }));
    const next = (before: Resource['state']) => (before === 'STOPPED' ? before : 'STARTED');
    await enterState(resources, 'd', next, now, (one) => ({ ...one, madeBy: 'o' }));
    expect(put.map(({ state, madeBy }) => [state, madeBy])).toEqual([
      ['STARTED', 'o'],
      ['STOPPED', 'o'],
    ]);
  });
});

describe('resources that are in progress', () => {
  it('are those that something is being done to', () => {
    expect(nodeStates.filter((state) => isInProgress({ state }))).toEqual([
      ...['CREATING', 'CONFIGURING', 'STARTING', 'STOPPING', 'DELETING'],
    ]);
  });

  it('fail where nobody works on them, and the others stay', async () => {
    const busy = resource('a', 'web', { state: 'STOPPING', action });
    const { replaced, resources } = stored(busy, resource('b', 'db', { state: 'STARTED' }));
    await failedInProgress(resources, 'd', now);
    expect(replaced).toStrictEqual([
      [busy, resource('a', 'web', { state: 'ERROR', stateSince: updatedAt, updatedAt })],
    ]);
  });

  it('say why, beside what their metadata has', async () => {
    const { replaced, resources } = stored();
    await failEach(resources, [resource('a', 'web', { metadata: { kept: 'x' } })], now, 'it was interrupted');
    expect(replaced.map(([, next]) => next.metadata)).toEqual([{ kept: 'x', StateReason: 'it was interrupted' }]);
  });

  it('are failed four at a time, since each write counts on one record', async () => {
    let running = 0;
    let most = 0;
    const failed: string[] = [];
    const replace = async ({ id }: Resource) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      failed.push(id);
    };
    const all = Array.from({ length: 9 }, (_, index) => resource(`${index}`, 'web'));
    await failEach({ replace }, all, now);
    expect(most).toBe(4);
    expect(failed.toSorted()).toEqual(all.map(({ id }) => id));
  });

  it('stay as they are where someone else has changed them meanwhile', async () => {
    const failed: string[] = [];
    const replace = async ({ id }: Resource) => {
      if (id === 'a') throw new ConflictError('it changed');
      failed.push(id);
    };
    await failEach({ replace }, [resource('a', 'web'), resource('b', 'web')], now);
    expect(failed).toEqual(['b']);
  });

  it('are not taken for failed when the table does not answer', async () => {
    const error = new UnavailableError('DynamoDB');
    await expect(failEach({ replace: () => Promise.reject(error) }, [resource('a', 'web')], now)).rejects.toBe(error);
  });
});

describe('a resource', () => {
  it('without its machine keeps everything else', () => {
    const bound = resource('a', 'web', {
      ...{ physicalId: '1', becoming: { operationId: 'o' } },
      metadata: { VirtualMachineInfo: '{}', other: 'kept' },
    });
    expect(unbind(bound)).toStrictEqual(resource('a', 'web', { metadata: { other: 'kept' } }));
  });

  it('without its reason keeps everything else', () => {
    const failed = resource('a', 'web', { metadata: { StateReason: 'why', other: 'kept' } });
    expect(withoutReason(failed)).toStrictEqual(resource('a', 'web', { metadata: { other: 'kept' } }));
  });

  const [compute, container, software] = ['Compute', 'Container.Application', 'SoftwareComponent'].map((type) =>
    resource('a', 'web', { toscaTypes: [`tosca.nodes.${type}`, 'tosca.nodes.Root'] }),
  );
  it.each([
    ['a Compute node', compute, true, false, true],
    ['a container', container, false, true, true],
    ['software', software, false, false, false],
  ])('of %s', (_, one = resource('a', 'web'), ...expected) => {
    expect([isCompute(one), isContainer(one), hasMachine(one)]).toEqual(expected);
  });

  it('is to have a machine if its node has one and it is not being deleted', () => {
    const going = { ...(compute as Resource), id: 'b', state: 'DELETING' as const };
    expect(machinesWanted([compute, going, container, software].flatMap((one) => one ?? []))).toEqual([
      { resourceId: 'a', node: 'web' },
      { resourceId: 'a', node: 'web' },
    ]);
  });
});
