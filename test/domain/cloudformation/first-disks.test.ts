import { describe, expect, it } from 'vitest';
import { stackOf } from './translated.ts';

describe('the first disk of a machine', () => {
  const machine = (host: string, os = '') =>
    `server: {type: tosca.nodes.indigo.Compute, capabilities: {host: {properties: {${host}}}, os: {properties: {${os}}}}}`;
  const disksOf = async (...given: Parameters<typeof stackOf>) => {
    const { resources, warnings } = await stackOf(...given);
    const instance = Object.values(resources).find(({ Type }) => Type === 'AWS::EC2::Instance');
    return { disks: instance?.Properties['BlockDeviceMappings'], warnings };
  };

  it.each([
    ['', '', { DeviceName: '/dev/sda1', Ebs: { Encrypted: true, DeleteOnTermination: true } }],
    [
      '',
      'type: linux, distribution: amazon',
      { DeviceName: '/dev/xvda', Ebs: { Encrypted: true, DeleteOnTermination: true } },
    ],
    ['disk_size: 40 GiB', '', { Ebs: { VolumeSize: 40, VolumeType: 'gp3', Encrypted: true } }],
    ['disk_size: 40 GiB', 'image: ami-0123456789abcdef0', { Ebs: { VolumeSize: 40, Encrypted: true } }],
  ])('is encrypted where its name is known, or a size is asked for: %s %s', async (host, os, disk) => {
    const { disks, warnings } = await disksOf(machine(host, os));
    expect(disks).toEqual([expect.objectContaining({ ...disk, Ebs: expect.objectContaining(disk.Ebs) })]);
    expect(warnings).toEqual([]);
  });

  it('is that of the image where nobody knows its name, and a note says so', async () => {
    const { disks, warnings } = await disksOf(machine('', 'image: ami-0123456789abcdef0'));
    expect(disks).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('stack.images')]);
    const offer = { region: 'eu-west-1', images: [{ id: 'ami-0123456789abcdef0', rootDevice: '/dev/xvdb' }] };
    const known = await disksOf(machine('', 'image: ami-0123456789abcdef0'), { offer });
    expect(known.disks).toEqual([expect.objectContaining({ DeviceName: '/dev/xvdb' })]);
  });
});
