/** Many machines in one call, as each of them tells it by itself. */

import { describe, expect, it } from 'vitest';
import { elementsIn } from '../../../src/adapters/infrastructure-manager/radl-elements.ts';
import { json, refusal, scripted } from '../../fixtures/im/replies.ts';

const id = 'f8638e34-e4f9-11f1-9f80-02fc00000001';

/** As radl 1.3 writes it: two bounds that are one value stand twice. */
const stored = (number: number, more: readonly string[] = []): string =>
  [
    'description d (\n)',
    `network private ( cidr = '10.1.0.0/24' and\nprovider_id = 'intnet' )`,
    `network public ( outbound = 'yes' )`,
    'network empty (  )',
    'system web (',
    [
      `state = 'configured'`,
      'cpu.count >= 2 and\ncpu.count >= 2',
      'memory.size >= 4294967296B',
      'disk.0.size <= 20G',
      `disk.0.os.name = 'linux'`,
      `disk.0.image.url = ['one://a','one://b']`,
      `disk.0.os.credentials.private_key = '-----BEGIN KEY-----\nspace and\nabc=\n-----END KEY-----'`,
      `instance_tags = 'owner=o'hara'`,
      "disk.0.applications contains (\nname = 'x'\n)",
      'soft 5 (\ncpu.count >= 8\n)',
      `net_interface.0.ip = '10.0.0.${number}'`,
      ...more,
    ].join(' and\n'),
    ')\n',
    'configure web (\n@begin\n---\n- tasks: []\n@end\n)',
    'deploy web 1',
  ].join('\n');

const elements = (number: number) => [
  { class: 'network', id: 'private', cidr: '10.1.0.0/24', provider_id: 'intnet' },
  { class: 'network', id: 'public', outbound: 'yes' },
  { class: 'network', id: 'empty' },
  {
    ...{ class: 'system', id: 'web', state: 'configured', 'cpu.count': 2, 'memory.size_min': 4_294_967_296 },
    ...{ 'disk.0.size_max': 20e9, 'disk.0.os.name': 'linux', 'disk.0.image.url': ['one://a', 'one://b'] },
    'disk.0.os.credentials.private_key': '-----BEGIN KEY-----\nspace and\nabc=\n-----END KEY-----',
    ...{ instance_tags: `owner=o'hara`, 'net_interface.0.ip': `10.0.0.${number}` },
  },
];

describe('the RADL text of a machine', () => {
  it('has the elements that its JSON has', () => {
    expect(elementsIn(stored(1))).toEqual(elements(1));
  });

  it('is not read where something has an unknown form', () => {
    expect(elementsIn(stored(1, ['flag = True']))).toBeUndefined();
  });
});

const ids = ['0', '1', '2', '3', '4', '5'];
const dataOf = (all: readonly unknown[], asText = true) => {
  const data = { id, vm_list: asText ? all.map((one) => JSON.stringify(one)) : all, auth: 'secret words' };
  return json({ data: asText ? JSON.stringify(data) : data });
};
const machine = (number: number, more: object = {}) => ({
  im_id: number,
  info: stored(number),
  destroy: false,
  ...more,
});

describe('more than a few machines', () => {
  it.each([true, false])('are read in one call, in the order of their ids (as a text: %j)', async (asText) => {
    const { im, seen } = scripted({
      [`GET /infrastructures/${id}/data`]: dataOf(
        ids.map((_, index) => machine(5 - index)),
        asText,
      ),
    });
    const found = await im.virtualMachines(id, ids);
    expect(seen).toHaveLength(1);
    expect(found.map((one) => [one.id, one.node, one.state])).toEqual(ids.map((one) => [one, 'web', 'configured']));
    expect(found[3]?.properties.at(-1)).toMatchObject({
      ...{ 'cpu.count': 2, 'memory.size': 4_294_967_296, 'net_interface.0.ip': '10.0.0.3' },
      'disk.0.image.url': 'one://a,one://b',
    });
  });

  it('are left out where they are being removed, or not there', async () => {
    const { im } = scripted({
      [`GET /infrastructures/${id}/data`]: dataOf([machine(0), machine(1, { destroy: true }), machine(5)]),
    });
    expect((await im.virtualMachines(id, ids)).map((one) => one.id)).toEqual(['0', '5']);
  });

  it('are asked one by one only where their text cannot be read', async () => {
    const { im, seen } = scripted({
      [`GET /infrastructures/${id}/data`]: dataOf(
        ids.map((_, index) => machine(index, index === 2 ? { info: `system web (\nflag = None\n)\n` } : {})),
      ),
      [`GET /infrastructures/${id}/vms/2`]: json({ radl: [{ class: 'system', id: 'other', state: 'running' }] }),
    });
    const found = await im.virtualMachines(id, ids);
    expect(found.map(({ node }) => node)).toEqual(['web', 'web', 'other', 'web', 'web', 'web']);
    expect(seen).toHaveLength(2);
  });

  it('are not found when the infrastructure is gone', async () => {
    const { im } = scripted({
      [`GET /infrastructures/${id}/data`]: refusal(404, 'Error Getting Inf. data: Invalid infrastructure ID'),
    });
    await expect(im.virtualMachines(id, ids)).rejects.toMatchObject({ name: 'NotFoundError' });
  });
});
