import { describe, expect, it } from 'vitest';
import { policy } from '../../../src/adapters/infrastructure-manager/policy.ts';
import type { InfrastructureState, VirtualMachine } from '../../../src/domain/deployers/machines.ts';
import { matchMachines } from '../../../src/domain/resources/match.ts';
import type { NodeState, Resource } from '../../../src/domain/resources/resource.ts';
import { putChanged } from '../../../src/domain/resources/states.ts';
import { computeResource as resource } from './compute-resource.ts';

const machine = (id: string, node: string, state: InfrastructureState = 'running'): VirtualMachine => ({
  id,
  node,
  state,
  properties: [{ class: 'system', id: node, state }],
});

const bound = (resources: readonly Resource[]) => resources.map(({ id, physicalId }) => [id, physicalId]);

const matched = (resources: readonly Resource[], machines: readonly VirtualMachine[]) =>
  matchMachines(resources, policy.arrange(machines, resources));

describe('matchMachines', () => {
  it('gives each resource a machine of its own node, in the order of their numbers', () => {
    const resources = [resource('a', 'web'), resource('b', 'web'), resource('c', 'db'), resource('d', 'network')];
    const machines = [machine('10', 'web'), machine('9', 'web'), machine('2', 'db')];
    expect(bound(matched(resources, machines))).toEqual([
      ['a', '9'],
      ['b', '10'],
      ['c', '2'],
      ['d', undefined],
    ]);
  });

  it('lets each keep its machine while it exists, whatever the order', () => {
    const resources = [resource('a', 'web'), resource('b', 'web', { physicalId: '0' })];
    expect(bound(matched(resources, [machine('0', 'web'), machine('1', 'web')]))).toEqual([
      ['a', '1'],
      ['b', '0'],
    ]);
  });

  it('gives each the machine that its deployer made for it, whatever node or order, and no other takes it', () => {
    const resources = [resource('a', 'web'), resource('b', 'web', { physicalId: 'i-1' }), resource('c', 'web')];
    const machines = [
      { ...machine('i-1', 'web'), resourceId: 'a' },
      { ...machine('i-2', 'another'), resourceId: 'b' },
      { ...machine('i-3', 'web'), resourceId: 'gone' },
    ];
    expect(bound(matchMachines(resources, machines))).toEqual([
      ['a', 'i-1'],
      ['b', 'i-2'],
      ['c', undefined],
    ]);
  });

  it.each([
    ['pending', true],
    ['running', true],
    ['failed', true],
    ['configured', undefined],
    ['unconfigured', undefined],
    ['stopped', undefined],
    ['off', undefined],
  ] as const)('remembers that no machine was ready while it has seen only one that is %s: %s', (state, neverReady) => {
    const [one] = matched([resource('a', 'web', { neverReady: true })], [machine('0', 'web', state)]);
    expect(one?.neverReady).toBe(neverReady);
  });

  it('binds anew when a machine vanished, or its number went to another node', () => {
    const resources = [
      resource('a', 'web', { physicalId: '7', metadata: { VirtualMachineInfo: 'old', other: 'kept' } }),
      resource('b', 'db', { physicalId: '1' }),
    ];
    const [a, b] = matched(resources, [machine('1', 'web'), machine('2', 'db')]);
    expect([a?.physicalId, b?.physicalId]).toEqual(['1', '2']);
    const [without] = matched(resources, []);
    expect(without).not.toHaveProperty('physicalId');
    expect(without?.metadata).toEqual({ other: 'kept' });
  });

  const container = (id: string, node: string, changes: Partial<Resource> = {}): Resource =>
    resource(id, node, {
      toscaTypes: ['tosca.nodes.Container.Application.Docker', 'tosca.nodes.Container.Application'],
      ...changes,
    });

  it.each([
    ['the name of its node, as release 1.19 shows it', 'my_app'],
    ['a suffix and no characters that Kubernetes refuses, as release 2.0 shows it', 'my-app-6f1d0c2a'],
  ])('finds a container under %s', (_, shown) => {
    const [a, b] = matched([container('a', 'my_app'), container('b', 'app')], [machine('0', shown)]);
    expect(a).toMatchObject({ physicalId: '0', metadata: { VirtualMachineInfo: expect.stringContaining(shown) } });
    expect(b).not.toHaveProperty('physicalId');
  });

  it('lets a container keep its machine when another of its node appears', () => {
    const kept = container('a', 'app', { physicalId: '1' });
    expect(bound(matched([kept], [machine('0', 'app-00000000'), machine('1', 'app-6f1d0c2a')]))).toEqual([['a', '1']]);
  });

  it('gives a machine whose name looks like that of a container to the node that has just this name', () => {
    const resources = [container('a', 'app'), resource('b', 'app-6f1d0c2a')];
    expect(bound(matched(resources, [machine('0', 'app-6f1d0c2a'), machine('1', 'app-00000000')]))).toEqual([
      ['a', '1'],
      ['b', '0'],
    ]);
  });

  it('takes a suffix for nothing else', () => {
    const others = [machine('0', 'web-6f1d0c2a'), machine('1', 'app-6f1d0c2'), machine('2', 'app-6F1D0C2A')];
    expect(bound(matched([resource('a', 'web'), container('b', 'app')], others))).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
  });

  it('shows the machine as the extended information does', () => {
    const [a] = matched([resource('a', 'web')], [machine('0', 'web')]);
    expect(a?.metadata).toEqual({
      VirtualMachineInfo: '{"vmProperties":[{"class":"system","id":"web","state":"running"}]}',
    });
  });

  it.each<[InfrastructureState, NodeState]>([
    ['pending', 'CREATING'],
    ['running', 'CONFIGURING'],
    ['configured', 'CONFIGURED'],
    ['unconfigured', 'ERROR'],
    ['failed', 'ERROR'],
    ['unknown', 'CREATED'],
  ])('reads a machine that is %s as %s', (state, expected) => {
    const [a] = matched([resource('a', 'web', { state: 'CREATED' })], [machine('0', 'web', state)]);
    expect(a?.state).toBe(expected);
  });

  it.each<[InfrastructureState, NodeState, NodeState]>([
    ['stopped', 'STARTED', 'STOPPED'],
    ['configured', 'STARTED', 'STARTED'],
    ['running', 'STARTED', 'CONFIGURING'],
    ['off', 'STARTED', 'STARTED'],
    ['stopped', 'CONFIGURING', 'CONFIGURING'],
    ['configured', 'STOPPED', 'CONFIGURED'],
  ])('reads a machine that is %s, of a resource that was %s, as %s', (state, before, expected) => {
    const [a] = matched([resource('a', 'web', { state: before })], [machine('0', 'web', state)]);
    expect(a?.state).toBe(expected);
  });

  it('leaves alone what is being deleted', () => {
    const going = resource('a', 'web', { state: 'DELETING', physicalId: '5' });
    expect(matched([going], [machine('0', 'web')])).toEqual([going]);
  });
});

describe('putChanged', () => {
  it('writes what changed, with the time, and nothing else', async () => {
    const put: Resource[][] = [];
    const resources = { put: async (many: readonly Resource[]) => void put.push([...many]) };
    const before = [resource('a', 'web', { metadata: { x: '1', y: '2' } }), resource('b', 'db')];
    const now = new Date('2026-11-20T13:00:00.000Z');
    await putChanged(
      resources,
      before,
      [resource('a', 'web', { metadata: { y: '2', x: '1' } }), resource('b', 'db')],
      now,
    );
    expect(put).toEqual([]);
    await putChanged(resources, before, [before[0] as Resource, resource('b', 'db', { state: 'STARTED' })], now);
    const updatedAt = '2026-11-20T13:00:00.000Z';
    expect(put).toEqual([[resource('b', 'db', { state: 'STARTED', stateSince: updatedAt, updatedAt })]]);
  });
});
