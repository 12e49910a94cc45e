import type { Instance } from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { instancesOf, machineOf, operate, stateOf } from '../../../src/adapters/cloudformation/instances.ts';
import { fakeSession } from './fake-session.ts';

const tags = (entries: object) => Object.entries(entries).map(([Key, Value]) => ({ Key, Value: String(Value) }));
const instance = (more: object = {}): Instance => ({
  InstanceId: 'i-1',
  InstanceType: 't3.micro',
  State: { Name: 'running' },
  Tags: tags({ 'toscanini:node': 'web', 'toscanini:resource': 'r-1', Name: 'web 0' }),
  ...more,
});
const shown = (more: object = {}) => machineOf(instance(more), 'CREATE_COMPLETE', 'eu-west-1');
const systemOf = (more: object = {}) => shown(more).properties.at(-1);

describe('a machine of a stack', () => {
  it('with one interface has a public and a private network, in this order', () => {
    const place = { VpcId: 'vpc-1', SubnetId: 'subnet-1', PrivateIpAddress: '10.0.0.5', PublicIpAddress: '192.0.2.1' };
    const machine = shown({
      ...place,
      ImageId: 'ami-1',
      Architecture: 'x86_64',
      Placement: { AvailabilityZone: 'eu-west-1a' },
    });
    expect(machine).toEqual({
      ...{ id: 'i-1', node: 'web', state: 'configured', resourceId: 'r-1' },
      properties: [
        { class: 'network', id: 'public', outbound: 'yes', provider_id: 'vpc-1' },
        { class: 'network', id: 'private', provider_id: 'subnet-1' },
        {
          ...{ class: 'system', id: 'web', state: 'configured', instance_id: 'i-1', instance_name: 'web 0' },
          ...{ instance_type: 't3.micro', 'cpu.arch': 'x86_64', 'cpu.count': 2, 'memory.size': 2 ** 30 },
          ...{ 'disk.0.image.url': 'aws://eu-west-1/ami-1', availability_zone: 'eu-west-1a' },
          ...{ 'provider.type': 'EC2', 'provider.host': 'ec2.eu-west-1.amazonaws.com', 'provider.port': 443 },
          ...{ 'net_interface.0.connection': 'public', 'net_interface.0.ip': '192.0.2.1' },
          ...{ 'net_interface.1.connection': 'private', 'net_interface.1.ip': '10.0.0.5' },
        },
      ],
    });
  });

  it('without addresses, image and tags has no more than it has', () => {
    expect(machineOf({ InstanceId: 'i-1', InstanceType: 'x9.huge' as never }, undefined, 'eu-west-1')).toStrictEqual({
      ...{ id: 'i-1', node: '', state: 'unknown' },
      properties: [
        { class: 'network', id: 'private' },
        {
          ...{ class: 'system', id: '', state: 'unknown', instance_id: 'i-1', instance_name: 'i-1' },
          ...{ instance_type: 'x9.huge', 'provider.type': 'EC2', 'provider.host': 'ec2.eu-west-1.amazonaws.com' },
          'provider.port': 443,
          'net_interface.0.connection': 'private',
        },
      ],
    });
  });

  it('has its networks in the order of its interfaces, whatever the order of the answer', () => {
    const card = (DeviceIndex: number) => ({
      SubnetId: `subnet-${DeviceIndex}`,
      PrivateIpAddress: `10.0.${DeviceIndex}.5`,
      Attachment: { DeviceIndex },
    });
    const { properties } = shown({ NetworkInterfaces: [card(2), card(0), card(1)], SubnetId: 'other' });
    expect(properties.slice(0, -1)).toEqual([
      { class: 'network', id: 'private', provider_id: 'subnet-0' },
      { class: 'network', id: 'private1', provider_id: 'subnet-1' },
      { class: 'network', id: 'private2', provider_id: 'subnet-2' },
    ]);
    expect(properties.at(-1)).toMatchObject({
      ...{ 'net_interface.0.ip': '10.0.0.5', 'net_interface.1.ip': '10.0.1.5', 'net_interface.2.ip': '10.0.2.5' },
    });
  });

  it('with two interfaces has a private network for each; with one it is that of the machine', () => {
    const card = (DeviceIndex: number) => ({ SubnetId: `subnet-${DeviceIndex}`, Attachment: { DeviceIndex } });
    const ids = (count: number) =>
      shown({ NetworkInterfaces: [0, 1].slice(0, count).map(card), SubnetId: 'own' })
        .properties.slice(0, -1)
        .map(({ id, provider_id }) => `${id} in ${provider_id}`);
    expect(ids(2)).toEqual(['private in subnet-0', 'private1 in subnet-1']);
    expect(ids(1)).toEqual(['private in own']);
  });

  it('says its system and who logs in, from its tags, and never a key', () => {
    const known = { 'toscanini:node': 'web', 'toscanini:system': 'ubuntu/24.04', 'toscanini:login': 'ada' };
    expect(systemOf({ Tags: tags(known) })).toMatchObject({
      ...{ 'disk.0.os.flavour': 'ubuntu', 'disk.0.os.version': '24.04' },
      ...{ 'disk.0.os.credentials.username': 'ada', 'disk.0.os.credentials.private_key': '' },
    });
    const unversioned = systemOf({ Tags: tags({ 'toscanini:system': 'rocky/' }) });
    expect(unversioned).toMatchObject({ 'disk.0.os.flavour': 'rocky' });
    expect(unversioned).not.toHaveProperty(['disk.0.os.version']);
  });

  it('of a size that we do not know has the processors that EC2 says, and no memory', () => {
    const system = systemOf({ InstanceType: 'x9.huge', CpuOptions: { CoreCount: 4, ThreadsPerCore: 2 } });
    expect(system).toMatchObject({ 'cpu.count': 8 });
    expect(system).not.toHaveProperty(['memory.size']);
    expect(systemOf({ InstanceType: 'x9.huge', CpuOptions: { CoreCount: 4 } })).toMatchObject({ 'cpu.count': 4 });
  });

  it('has GPUs only where its size has some', () => {
    expect(systemOf({ InstanceType: 'g5.xlarge' })).toMatchObject({ 'gpu.count': 1 });
    expect(systemOf()).not.toHaveProperty(['gpu.count']);
  });

  it.each([
    ['pending', 'CREATE_IN_PROGRESS', 'pending'],
    ['running', 'CREATE_IN_PROGRESS', 'running'],
    ['running', 'CREATE_FAILED', 'running'],
    ['running', 'ROLLBACK_IN_PROGRESS', 'running'],
    ['running', 'CREATE_COMPLETE', 'configured'],
    ['running', 'UPDATE_IN_PROGRESS', 'configured'],
    ['running', undefined, 'configured'],
    ['stopping', 'CREATE_COMPLETE', 'running'],
    ['stopped', 'CREATE_COMPLETE', 'stopped'],
    ['hibernating', 'CREATE_COMPLETE', 'unknown'],
  ] as const)('that is %s in a stack in %s is %s', (name, status, state) => {
    expect(stateOf({ State: { Name: name as never } }, status)).toBe(state);
  });
});

describe('the machines of a stack', () => {
  const pages = (...ids: readonly (readonly [string, string])[]) =>
    fakeSession({
      DescribeInstances: ({ NextToken }) => {
        const at = Number(NextToken ?? 0);
        const [InstanceId, Name] = ids[at] ?? [];
        return {
          Reservations: [{ Instances: [{ InstanceId, State: { Name } }] }, {}],
          ...(at + 1 < ids.length && { NextToken: String(at + 1) }),
        };
      },
      StartInstances: () => ({ StartingInstances: [] }),
      StopInstances: () => ({ StoppingInstances: [] }),
    });

  it('are read to the last page, and those that are terminated count no more', async () => {
    const { session, asked } = pages(
      ['i-1', 'running'],
      ['i-2', 'terminated'],
      ['i-3', 'shutting-down'],
      ['i-4', 'stopped'],
    );
    expect((await instancesOf(session, 'stack-1')).map(({ InstanceId }) => InstanceId)).toEqual(['i-1', 'i-4']);
    const Filters = [{ Name: 'tag:aws:cloudformation:stack-id', Values: ['stack-1'] }];
    expect(asked.map(({ input }) => input)).toEqual([
      { Filters },
      ...['1', '2', '3'].map((NextToken) => ({ Filters, NextToken })),
    ]);
  });

  it('are started and stopped one at a time, also beside others', async () => {
    for (const [action, call] of [
      ['start', 'StartInstances'],
      ['stop', 'StopInstances'],
    ] as const) {
      const { session, asked } = pages(['i-1', 'running'], ['i-2', 'running']);
      await operate(session, 'stack-1', 'i-2', action);
      expect(asked.at(-1)).toEqual({ call, input: { InstanceIds: ['i-2'] } });
    }
  });

  it('are the only ones that a request starts or stops', async () => {
    const { session, asked } = pages(['i-1', 'running']);
    await expect(operate(session, 'stack-1', 'i-foreign', 'stop')).rejects.toMatchObject({ name: 'NotFoundError' });
    expect(asked.map(({ call }) => call)).toEqual(['DescribeInstances']);
  });
});
