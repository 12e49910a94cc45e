import { describe, expect, it } from 'vitest';
import { isVolume, volumesOf } from '../../../src/domain/cloudformation/machines/volumes.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { byNameOf, type Given, node } from './node.ts';

const attach = (name: string | undefined, properties?: { readonly [name: string]: Json }) => ({
  ...{ name: 'local_storage', ...(name !== undefined && { node: name }) },
  ...(properties && { properties }),
});
const volumes = (
  requirements: Given['requirements'] & object,
  properties: { readonly [name: string]: Json } = { size: '10 GB' },
  count = 1,
) => {
  const names = requirements.flatMap((one) => one.node ?? []).filter((name) => name !== 'gone');
  const all = names.map((name) => node(name, 'BlockStorage', { properties }));
  return volumesOf(node('server', 'Compute', { requirements, count }), byNameOf(...all), 'zone', 'instance');
};
const only = (properties: { readonly [name: string]: Json }, how?: { readonly [name: string]: Json }, count = 1) =>
  volumes([attach('disk', how)], properties, count);
const device = (how?: { readonly [name: string]: Json }) =>
  Object.values(only({ size: '1 GB' }, how).resources).find(({ Type }) => Type === 'AWS::EC2::VolumeAttachment')
    ?.Properties['Device'];

describe('the volumes of a machine', () => {
  it('are new ones, as the template says, and are never lost by a replacement', () => {
    const { resources, mounts, reasons } = only({ size: '10 GB' });
    expect([mounts, reasons]).toEqual([[], []]);
    const [volume, attachment] = Object.values(resources);
    expect(volume).toStrictEqual({
      Type: 'AWS::EC2::Volume',
      Properties: { AvailabilityZone: 'zone', VolumeType: 'gp3', Encrypted: true, Size: 10 },
      ...{ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Snapshot', Metadata: { toscanini: { node: 'disk' } } },
    });
    expect(attachment?.Properties).toEqual({
      ...{ Device: '/dev/sdf', InstanceId: { Ref: 'instance' }, VolumeId: { Ref: Object.keys(resources)[0] } },
    });
  });

  it('may come from a snapshot, be of another type, and leave a snapshot', () => {
    const [volume] = Object.values(only({ snapshot_id: 'snap-1', type: 'st1', on_deletion: 'snapshot' }).resources);
    expect(volume).toMatchObject({ DeletionPolicy: 'Snapshot' });
    expect(volume?.Properties).toStrictEqual({
      ...{ AvailabilityZone: 'zone', VolumeType: 'st1', Encrypted: true, SnapshotId: 'snap-1' },
    });
    const [kept] = Object.values(only({ size: '10 GB', on_deletion: 'retain' }).resources);
    expect(kept).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(only({ size: '1 GB', type: 'io9' }).reasons).toEqual([
      'attaches disk of type io9, and there are gp3, gp2, st1, sc1',
    ]);
    expect(only({}).reasons).toEqual(['attaches disk, which has no size']);
  });

  it.each([
    ['st1', '100 GiB', 'attaches disk with 100 GiB, and volumes of type st1 have 125 to 16384'],
    ['sc1', '124 GiB', 'attaches disk with 124 GiB, and volumes of type sc1 have 125 to 16384'],
    ['gp2', '17 TiB', 'attaches disk with 17408 GiB, and volumes of type gp2 have 1 to 16384'],
    ['gp3', '65 TiB', 'attaches disk with 66560 GiB, and volumes of type gp3 have 1 to 65536'],
  ])('of type %s cannot have %s', (type, size, reason) => {
    expect(only({ size, type }).reasons).toEqual([reason]);
    expect(only({ size: '125 GiB', type }).reasons).toEqual([]);
  });

  it('may exist already, for one machine only', () => {
    const { resources, reasons } = only({ volume_id: 'vol-1' });
    expect(Object.values(resources).map(({ Type }) => Type)).toEqual(['AWS::EC2::VolumeAttachment']);
    expect(reasons).toEqual([]);
    expect(only({ volume_id: 'vol-1' }, undefined, 2).reasons).toEqual([
      'attaches the volume vol-1 to each of its 2 machines',
    ]);
    expect(only({ size: '1 GB' }, undefined, 2).reasons).toEqual([]);
  });

  it('have the device that is asked for where AWS has it, else the next one', () => {
    expect(device({ device: '/dev/sdh' })).toBe('/dev/sdh');
    expect(device({ device: 'sdp' })).toBe('/dev/sdp');
    for (const other of ['hdb', 'sda', 'sdq', 'xsdf', '/dev/sdff']) expect(device({ device: other })).toBe('/dev/sdf');
  });

  it('leave a device to the volume that names it, and no two have the same one', () => {
    const attached = (...given: Parameters<typeof attach>[1][]) =>
      volumes(given.map((how, index) => attach(`disk${index}`, how)));
    const devices = Object.values(attached(undefined, { device: '/dev/sdf' }, undefined).resources).flatMap(
      ({ Properties: { Device = [] } }) => Device,
    );
    expect(devices).toEqual(['/dev/sdp', '/dev/sdf', '/dev/sdh']);
    expect(attached({ device: 'sdg' }, { device: '/dev/sdg' }).reasons).toEqual([
      'attaches disk1 as /dev/sdg, and another volume too',
    ]);
  });

  it('are eleven at most, each attached once and in the template', () => {
    const names = Array.from({ length: 12 }, (_, index) => `disk${index}`);
    expect(volumes(names.slice(0, 11).map((name) => attach(name))).reasons).toEqual([]);
    expect(volumes(names.map((name) => attach(name))).reasons).toEqual(['has more than 11 volumes']);
    expect(volumes([attach('disk'), attach('disk')]).reasons).toEqual(['attaches disk twice']);
    expect(volumes([attach('gone')]).reasons).toEqual(['has an attachment local_storage to no volume of the template']);
    expect(volumes([attach(undefined)]).reasons).toHaveLength(1);
    expect(volumes([{ name: 'dependency', node: 'disk' }])).toEqual({
      resources: {},
      mounts: [],
      ids: {},
      reasons: [],
      warnings: [],
    });
  });

  it.each([
    ['/data', undefined, { path: '/data', system: 'ext4' }],
    ['/srv/my-data.1/', 'xfs', { path: '/srv/my-data.1/', system: 'xfs' }],
    ['/data', 'swap', { path: 'none', system: 'swap' }],
    ['swap', 'ext3', { path: 'none', system: 'swap' }],
  ])('are mounted at %s as %s', (location, wanted, expected) => {
    const { mounts } = only({ volume_id: 'vol-1' }, { location, ...(wanted !== undefined && { fs_type: wanted }) });
    expect(mounts).toEqual([{ volume: 'vol-1', ...expected }]);
  });

  it.each([
    ['data', 'ext4'],
    ['/', 'ext4'],
    ['/a b', 'ext4'],
    ['/a$b', 'ext4'],
    ['x/a', 'ext4'],
    ['/data', 'ntfs'],
  ])('cannot be mounted at %s as %s', (location, system) => {
    expect(only({ size: '1 GB' }, { location, fs_type: system }).reasons).toEqual([
      `mounts disk at ${location} as ${system}: expected swap, or an absolute path, and ext4, ext3 or xfs`,
    ]);
  });

  it('are nodes of any type of block storage', () => {
    const types = [
      'tosca.nodes.BlockStorage',
      'tosca.nodes.Storage.BlockStorage',
      'tosca.nodes.ObjectStorage',
      'my.BlockStorage.Fast',
    ];
    expect(types.map((type) => isVolume({ types: [type] }))).toEqual([true, true, false, false]);
  });
});
