/** How machines are named, ordered and compared with what was asked for. */

import { describe, expect, it } from 'vitest';
import { arrange } from '../../../src/adapters/infrastructure-manager/arrange.ts';
import { shortfall } from '../../../src/adapters/infrastructure-manager/machine-size.ts';
import type { VirtualMachine } from '../../../src/domain/deployers/machines.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const machine = (id: string, node = 'web'): VirtualMachine => ({ id, node, state: 'running', properties: [] });
const resource = (toscaNodeName: string, toscaNodeType = 'tosca.nodes.Compute'): Resource => ({
  ...{ id: 'r', deploymentId: 'd', createdAt: 'then', updatedAt: 'then', state: 'STARTED' },
  ...{ toscaNodeName, toscaNodeType, toscaTypes: [toscaNodeType], requiredBy: [], metadata: {} },
});
const container = (name: string) => resource(name, 'tosca.nodes.Container.Application');

describe('machines', () => {
  it('are in the order of their numbers, and those without a number come last', () => {
    const ids = ['10', 'b', '2', 'a', '0'];
    expect(
      arrange(
        ids.map((id) => machine(id)),
        [],
      ).map(({ id }) => id),
    ).toEqual(['0', '2', '10', 'a', 'b']);
  });

  const nodeOf = (node: string, ...resources: Resource[]) => arrange([machine('0', node)], resources)[0]?.node;

  it.each([
    ['my-app-0123abcd', 'my_app'],
    ['a-b-c-0123abcd', 'a b/c'],
    ['my-app', 'my_app'],
  ])('are containers by the name that Kubernetes gave them: %s is %s', (node, name) => {
    expect(nodeOf(node, container(name))).toBe(name);
  });

  it('keep the name of a node that is in the template', () => {
    expect(nodeOf('app-0123abcd', container('app-0123abcd'), container('app'))).toBe('app-0123abcd');
  });

  it.each([
    ['another suffix', 'my-app-0123abcg'],
    ['a shorter suffix', 'my-app-0123abc'],
    ['a suffix within', 'my-app-0123abcd-x'],
    ['another name', 'your-app-0123abcd'],
  ])('keep a name with %s', (_, node) => {
    expect(nodeOf(node, container('my_app'))).toBe(node);
  });

  it('keep their name where the node is no container', () => {
    expect(nodeOf('my-app-0123abcd', resource('my_app'))).toBe('my-app-0123abcd');
  });

  it('keep all else that is known of them', () => {
    expect(arrange([{ ...machine('0', 'app-0123abcd'), state: 'off' }], [container('app')])).toEqual([
      { ...machine('0', 'app'), state: 'off' },
    ]);
  });
});

describe('an altered machine', () => {
  const host = 'capabilities.host.properties.';
  const system = { class: 'system', 'cpu.count': 4, 'gpu.count': 1, 'memory.size': 4_000_000_000, 'disk.1.size': 10 };
  const lacks = (wanted: { readonly [property: string]: Json }, reported: object = system) =>
    shortfall(
      { properties: [{ class: 'network' }, reported as VirtualMachine['properties'][number]] },
      wanted,
      Object.keys(wanted),
    );

  it.each<[string, Json, readonly string[]]>([
    ['num_cpus', 4, []],
    ['num_cpus', 2, []],
    ['num_cpus', 5, ['its cpu.count is 4 and not 5']],
    ['num_gpus', 1, []],
    ['num_gpus', 2, ['its gpu.count is 1 and not 2']],
    ['mem_size', '4 GB', []],
    ['mem_size', 4_000_000_000, []],
    ['mem_size', '4.3 GB', []], // within what providers keep for themselves
    ['mem_size', '8 GB', ['its memory.size is 4000000000 and not 8000000000']],
    ['mem_size', { get_input: 'size' }, []],
    ['num_cpus', '5', []],
    ['instance_type', 'large', []],
  ])('with %s %j lacks %j', (property, wanted, expected) => {
    expect(lacks({ [`${host}${property}`]: wanted })).toEqual(expected);
  });

  it.each<[object, Json, readonly string[]]>([
    [{ 'disk.1.size': 10 }, [{}], []],
    [{ 'disk.1.image.url': 'ost://x/y' }, [{}], []],
    [{ 'disk.1.size': 10 }, [{}, {}], ['it has no disk 2']],
    [{ 'disk.2.size': 10 }, [{}, {}], ['it has no disk 1']],
    [{}, [], []],
    [{}, 'none', []],
  ])('that reports %j and should have the disks %j lacks %j', (reported, attachments, expected) => {
    expect(lacks({ attachments }, reported)).toEqual(expected);
  });

  it('is trusted where its provider reports nothing', () => {
    expect(lacks({ [`${host}num_cpus`]: 8 }, {})).toEqual([]);
    expect(shortfall({ properties: [] }, { [`${host}num_cpus`]: 8 }, [`${host}num_cpus`])).toEqual([]);
  });

  it('is compared in what was altered only', () => {
    expect(shortfall({ properties: [system] }, { [`${host}num_cpus`]: 8 }, [`${host}num_gpus`])).toEqual([]);
  });

  it('lacks all that it lacks', () => {
    expect(lacks({ [`${host}num_cpus`]: 8, attachments: [{}, {}] })).toEqual([
      'its cpu.count is 4 and not 8',
      'it has no disk 2',
    ]);
  });
});
