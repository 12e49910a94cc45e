import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestSandbox, testSandbox } from './client.ts';
import { cluster } from './templates.ts';

let im: TestSandbox;
beforeAll(async () => {
  im = await testSandbox();
});
afterAll(() => im.sandbox.stop());

const radl = async (id: string, vm = 0): Promise<Record<string, unknown>[]> =>
  ((await im.call('GET', `/infrastructures/${id}/vms/${vm}`)).json as { radl: Record<string, unknown>[] }).radl;

describe('what a VM is', () => {
  it('is told as the networks of the infrastructure and one system, named as its node', async () => {
    const id = await im.create(cluster());
    im.pass(3);
    const [inner, outer, system] = await radl(id);
    expect(inner).toMatchObject({ class: 'network', id: 'private_net', outbound: 'no' });
    expect(outer).toMatchObject({ class: 'network', id: 'public_net', outbound: 'yes', outports: '80/tcp-8080/tcp' });
    expect(system).toMatchObject({
      class: 'system',
      id: 'server',
      state: 'configured',
      'cpu.count': 1,
      'memory.size': 2_000_000_000,
      'disk.0.os.credentials.username': 'cloudadm',
      'disk.0.os.credentials.private_key': expect.stringContaining('-----BEGIN PRIVATE KEY-----\n'),
      'net_interface.0.ip': expect.stringMatching(/^10\./),
      'net_interface.1.ip': expect.stringMatching(/^198\.1[89]\./),
      'provider.type': 'OpenStack',
      'provider.host': 'sandbox-a.internal',
      instance_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('holds only scalars, so that it fits the extended information', async () => {
    const id = await im.create(cluster());
    im.pass(3);
    const values = (await radl(id)).flatMap((element) => Object.values(element));
    expect(values.filter((value) => !['string', 'number'].includes(typeof value))).toEqual([]);
  });

  it('has lower bounds and no address while it boots', async () => {
    const id = await im.create(cluster());
    im.pass(1);
    const system = (await radl(id)).at(-1) ?? {};
    expect(system).toMatchObject({ state: 'pending', 'cpu.count_min': 1, 'memory.size_min': 2_000_000_000 });
    expect(Object.keys(system).filter((key) => key.endsWith('.ip'))).toEqual([]);
    expect((await im.call('GET', `/infrastructures/${id}/vms/0/cpu.count`)).json).toEqual({ 'cpu.count': 1 });
  });

  it('never shares an address or an instance id with another one', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => im.create(cluster('count: 3'))));
    im.pass(3);
    const systems = await Promise.all(
      ids.flatMap((id) => [0, 1, 2].map(async (vm) => (await radl(id, vm)).at(-1) ?? {})),
    );
    for (const key of ['instance_id', 'net_interface.0.ip', 'net_interface.1.ip']) {
      expect(new Set(systems.map((system) => system[key])).size).toBe(15);
    }
  });

  it('is RADL for who accepts no JSON', async () => {
    const id = await im.create(cluster('count: 1'));
    const plain = { headers: { accept: '*/*' } };
    im.pass(3);
    expect((await im.call('GET', `/infrastructures/${id}/vms/0`, plain)).text).toMatch(
      /^network private_net \(.*system server \(.*cpu\.count = 1/s,
    );
    expect((await im.call('GET', `/infrastructures/${id}/vms/0/state`, plain)).text).toBe('configured');
    expect((await im.call('GET', `/infrastructures/${id}/radl`, plain)).text).toContain('deploy server 1');
    expect((await im.call('GET', `/infrastructures/${id}/tosca`, plain)).text).toMatch(
      /^imports:.*\nmetadata:.*\ntopology_template:/s,
    );
  });
});
