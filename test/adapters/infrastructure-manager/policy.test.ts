import { describe, expect, it } from 'vitest';
import { policy } from '../../../src/adapters/infrastructure-manager/policy.ts';
import type { InfrastructureState, VirtualMachine } from '../../../src/domain/deployers/machines.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const { judge, hasEverything } = policy;
const fresh = { launchTimeIsUp: false, settled: false };

describe('judge', () => {
  const cases: readonly [InfrastructureState, number, Partial<typeof fresh>, string][] = [
    ['pending', 0, {}, 'waiting'],
    ['pending', 0, { launchTimeIsUp: true }, 'failed'],
    ['pending', 2, { launchTimeIsUp: true }, 'waiting'],
    ['running', 2, { launchTimeIsUp: true }, 'waiting'],
    ['running', 0, { launchTimeIsUp: true }, 'waiting'],
    ['unknown', 0, { launchTimeIsUp: true }, 'waiting'],
    ['running', 2, { settled: true }, 'waiting'],
    ['configured', 2, {}, 'waiting'],
    ['configured', 2, { settled: true }, 'ready'],
    ['unconfigured', 2, { settled: true }, 'failed'],
    ['failed', 0, {}, 'failed'],
    ['unknown', 0, {}, 'waiting'],
    ['stopped', 1, {}, 'waiting'],
    ['off', 1, {}, 'waiting'],
    ['off', 1, { launchTimeIsUp: true }, 'failed'],
    ['stopped', 1, { launchTimeIsUp: true }, 'waiting'],
    ['unknown', 1, { launchTimeIsUp: true }, 'waiting'],
    ['deleting', 1, {}, 'waiting'],
  ];
  it.each(cases)('an infrastructure that is %s with %i machines, %o, is %s', (state, machines, seen, expected) => {
    const vms = Object.fromEntries(Array.from({ length: machines }, (_, id) => [`${id}`, state]));
    expect(judge({ state, vms }, { ...fresh, ...seen }).is).toBe(expected);
  });

  it('has failed when the manager has forgotten its pending machines, and names them', () => {
    const status = { state: 'pending', vms: { '0': 'running', '1': 'pending' } } as const;
    expect(judge(status, { ...fresh, stuck: true })).toMatchObject({
      is: 'failed',
      why: expect.stringContaining(' 1 '),
    });
    expect(judge({ ...status, state: 'running' }, { ...fresh, stuck: true }).is).toBe('waiting');
  });

  it('says what it waits for', () => {
    expect(judge({ state: 'running', vms: {} }, fresh)).toEqual({
      is: 'waiting',
      why: 'the infrastructure is running',
    });
    expect(judge({ state: 'configured', vms: {} }, fresh)).toMatchObject({ why: expect.stringContaining('addresses') });
  });

  it('names the state of every machine of one that failed', () => {
    expect(judge({ state: 'failed', vms: { '0': 'running', '1': 'failed' } }, fresh)).toEqual({
      is: 'failed',
      why: 'the infrastructure is failed\nvirtual machine 0 is running\nvirtual machine 1 is failed',
    });
    const nodes = new Map([['1', 'worker']]);
    expect(judge({ state: 'failed', vms: { '0': 'running', '1': 'failed' } }, { ...fresh, nodes })).toMatchObject({
      why: 'the infrastructure is failed\nvirtual machine 0 is running\nvirtual machine 1 of worker is failed',
    });
  });
});

describe('isStuck', () => {
  const pending = (...systems: readonly object[]) =>
    systems.map((system, id) => ({
      ...{ id: `${id}`, node: 'web', state: 'pending' as const },
      properties: [
        { class: 'network', instance_id: 'no system' },
        { class: 'system', ...system },
      ],
    }));
  it.each([
    [[{}, {}], true],
    [[{}, { instance_id: 'i-1' }], false],
    [[], false],
  ])('of pending machines with the systems %o is %s', (systems, expected) => {
    expect(policy.isStuck?.(pending(...systems))).toBe(expected);
  });
});

describe('machines and their networks', () => {
  const system = { class: 'system', 'net_interface.0.connection': 'public_net' };
  const on = (network: object, of: object = system): VirtualMachine => ({
    ...{ id: '0', node: 'web', state: 'configured' },
    properties: [network, of] as unknown as VirtualMachine['properties'],
  });
  const outside = { class: 'network', id: 'public_net', outbound: true };

  it.each<[string, VirtualMachine, boolean]>([
    ['leads outside, which it says as a truth value', on(outside), false],
    ['is of another class', on({ ...outside, class: 'system' }), true],
    ['is another one', on({ ...outside, id: 'other_net' }), true],
    [
      'is named by another property',
      on(outside, { class: 'system', 'xnet_interface.0.connection': 'public_net' }),
      true,
    ],
    ['is named by a longer property', on(outside, { 'net_interface.0.connection.x': 'public_net' }), true],
    ['is of an interface with two digits', on(outside, { 'net_interface.12.connection': 'public_net' }), false],
    [
      'is of an interface that has an address',
      on(outside, { 'net_interface.12.connection': 'public_net', 'net_interface.12.ip': '192.0.2.1' }),
      true,
    ],
  ])('lack no address where the network %s', (_, machine, expected) => {
    expect(hasEverything({}, [machine])).toBe(expected);
  });

  it('lack one as soon as one machine lacks it', () => {
    const [there, lacking] = [on(outside, { ...system, 'net_interface.0.ip': '192.0.2.1' }), on(outside)];
    expect([hasEverything({}, [there, there]), hasEverything({}, [there, lacking])]).toEqual([true, false]);
  });
});

describe('hasEverything', () => {
  const outputs: readonly [{ readonly [name: string]: Json }, boolean][] = [
    [{}, true],
    [{ ip: '192.0.2.1', cpus: 2, ready: false }, true],
    [{ ip: null }, false],
    [{ url: 'http://None:80/' }, false],
    [{ url: 'http://192.0.2.1/NoneSuch' }, true],
    [{ ips: ['192.0.2.1', null] }, false],
    [{ credential: { user: 'cloud', token: null } }, false],
  ];
  it.each(outputs)('outputs %o: %s', (values, expected) => {
    expect(hasEverything(values, [])).toBe(expected);
  });

  const machine = (outbound: string, ip: boolean): VirtualMachine => ({
    id: '0',
    node: 'web',
    state: 'configured',
    properties: [
      { class: 'network', id: 'public_net', outbound },
      { class: 'network', id: 'private_net', outbound: 'no' },
      {
        class: 'system',
        id: 'web',
        'net_interface.0.connection': 'private_net',
        'net_interface.1.connection': 'public_net',
        ...(ip && { 'net_interface.1.ip': '192.0.2.1' }),
      },
    ],
  });
  it.each([
    ['yes', true, true],
    ['yes', false, false],
    ['no', false, true],
  ])('a machine on a network with outbound %s, address there: %s: %s', (outbound, ip, expected) => {
    expect(hasEverything({}, [machine(outbound, ip)])).toBe(expected);
  });
});
