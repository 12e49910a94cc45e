import { describe, expect, it } from 'vitest';
import type { Difference } from '../../../src/domain/changes/differences.ts';
import { type RequestedNodes, requestedNodes } from '../../../src/domain/changes/requested.ts';
import { isAlterable } from '../../../src/domain/infrastructure-manager/alterable.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { attached, compute, container, resourcesOf, volume } from './requested.ts';

const web = compute('web', { requirements: [attached('disk', '/mnt')] });
const nodes = [
  web,
  compute('db'),
  container('app', 'web'),
  volume('disk', { size: '1 GB' }),
  volume('empty', {}),
  volume('taken', { size: '1 GB', volume_id: 'v-1' }),
  volume('copied', { size: '1 GB', snapshot_id: 's-1' }),
];
const after: RequestedNodes = requestedNodes({ nodes, policies: [] });

const alterable = (difference: Difference, node = 'web', of: readonly string[] = [node]): boolean =>
  isAlterable(
    { node, difference, resources: resourcesOf(nodes.filter(({ name }) => of.includes(name))), isUnsure: false },
    after,
  );
const host = 'capabilities.host.properties.';
const disk = (node: string, location = '/mnt') => ({ node, location });
const disks = (old: Json | undefined, wanted: Json | undefined) =>
  alterable({
    path: 'attachments',
    ...(old !== undefined && { old }),
    ...(wanted !== undefined && { new: wanted }),
  });

describe('the size of an existing machine', () => {
  it.each(['num_cpus', 'mem_size', 'instance_type', 'num_gpus'])('can be changed: %s', (name) => {
    expect(alterable({ path: `${host}${name}`, old: 1, new: 2 })).toBe(true);
  });

  it.each([`${host}disk_size`, `${host}num_cpus.x`, `x${host}num_cpus`, 'capabilities.os.properties.num_cpus', 'type'])(
    'is not %s',
    (path) => {
      expect(alterable({ path, old: 1, new: 2 })).toBe(false);
    },
  );

  it('cannot be taken away', () => {
    expect(alterable({ path: `${host}num_cpus`, old: 1 })).toBe(false);
  });

  it('cannot be changed where it concerns machines of other nodes', () => {
    expect(alterable({ path: `${host}num_cpus`, old: 1, new: 2 }, 'web', ['web', 'db'])).toBe(false);
    expect(alterable({ path: `${host}num_cpus`, old: 1, new: 2 }, 'web', ['db'])).toBe(false);
  });

  it('cannot be changed where the node is no machine, or is gone', () => {
    expect(alterable({ path: `${host}num_cpus`, old: 1, new: 2 }, 'app')).toBe(false);
    expect(alterable({ path: `${host}num_cpus`, old: 1, new: 2 }, 'gone')).toBe(false);
  });
});

describe('the disks of an existing machine', () => {
  it.each<[string, Json | undefined, Json]>([
    ['the first one', undefined, [disk('disk')]],
    ['one at the end', [disk('taken')], [disk('taken'), disk('disk')]],
    ['several at the end', [disk('taken')], [disk('taken'), disk('disk'), disk('disk', '/other')]],
  ])('can grow by %s', (_, old, wanted) => {
    expect(disks(old, wanted)).toBe(true);
  });

  it.each<[string, Json | undefined, Json | undefined]>([
    ['at the front', [disk('taken')], [disk('disk'), disk('taken')]],
    ['where one changes its place', [disk('taken')], [disk('taken', '/other'), disk('disk')]],
    ['where one of several changes', [disk('taken'), disk('copied')], [disk('taken'), disk('disk'), disk('disk')]],
    ['where one goes', [disk('taken'), disk('copied')], [disk('taken')]],
    ['where all go', [disk('taken')], undefined],
    ['by one that has no size', [], [disk('empty')]],
    ['by one that exists already', [], [disk('taken')]],
    ['by the copy of a snapshot', [], [disk('copied')]],
    ['by two of which one exists already', [], [disk('disk'), disk('taken')]],
    ['by one that the template does not name', [], [disk('unknown')]],
    ['by what is no disk', [], ['disk']],
  ])('cannot grow %s', (_, old, wanted) => {
    expect(disks(old, wanted)).toBe(false);
  });
});
