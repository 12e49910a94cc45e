import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { infrastructureManager } from '../../../src/adapters/infrastructure-manager/infrastructure-manager.ts';
import { systemIn } from '../../../src/adapters/infrastructure-manager/radl-system.ts';
import type { Deployer } from '../../../src/domain/deployers/ports.ts';
import { alice, cloudLine, testSandbox } from '../../local/sandbox/client.ts';
import { submission } from '../../support/submission.ts';

const twoMachines = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
    web: &machine
      type: tosca.nodes.Compute
      capabilities:
        host: { properties: { num_cpus: 2, mem_size: 4 GB } }
        os: { properties: { type: linux, distribution: ubuntu, version: 22.04 } }
    worker: *machine
`;

let test: Awaited<ReturnType<typeof testSandbox>>;
let calls: string[];
let deployer: Deployer;
let id: string;

beforeAll(async () => {
  test = await testSandbox();
  const counted: typeof fetch = (input, init) => {
    calls.push(`${init?.method ?? 'GET'} ${String(input).replace(test.sandbox.imUrl, '')}`);
    return fetch(input, init);
  };
  deployer = infrastructureManager({
    url: test.sandbox.imUrl,
    authorization: async (provider) => [alice, cloudLine(test.sandbox, provider)],
    fetch: counted,
  })('sandbox-a');
});
afterAll(() => test?.sandbox.stop());

beforeEach(async () => {
  calls = [];
  id = await deployer.create(submission(twoMachines));
  test.pass(3600);
  calls = [];
});

/** In every test: nothing that a check calls changes anything. */
afterEach(() => {
  expect(calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
});

const behind = (vm: number, change: object) =>
  fetch(`${test.sandbox.imUrl}/_sandbox/infrastructures/${id}/vms/${vm}`, {
    method: 'PUT',
    body: JSON.stringify(change),
  });
const fault = (name: string | null) =>
  fetch(`${test.sandbox.imUrl}/_sandbox/clouds/sandbox-a`, { method: 'PUT', body: JSON.stringify({ fault: name }) });
const seen = async () => {
  const found = await deployer.inspect?.(id, {});
  if (found?.is !== 'read') throw new Error('nothing was read');
  return found;
};

describe('what the Infrastructure Manager tells of what stands', () => {
  it('takes two calls for any number of machines, which change nothing', async () => {
    const { machines } = await seen();
    expect(machines.map(({ id: vm, node, state }) => [vm, node, state])).toEqual([
      ['0', 'web', 'configured'],
      ['1', 'worker', 'configured'],
    ]);
    expect(machines[0]?.values).toMatchObject({ 'cpu.count': 2, 'memory.size': 4e9 });
    expect(calls).toEqual([`GET /infrastructures/${id}/state`, `GET /infrastructures/${id}/data`]);
  });

  it('takes the same two calls for forty machines', async () => {
    const more = Array.from({ length: 38 }, (_, n) => `    more${n}: *machine\n`).join('');
    id = await deployer.create(submission(`${twoMachines}${more}`));
    test.pass(3600);
    calls = [];
    expect((await seen()).machines).toHaveLength(40);
    expect(calls).toHaveLength(2);
  });

  it('a machine that was stopped, and one of another size', async () => {
    await behind(0, { stopped: true });
    await behind(1, { cpus: 8, memoryBytes: 16e9, instanceType: 'huge' });
    const { machines } = await seen();
    expect(machines[0]).toMatchObject({ state: 'stopped' });
    expect(machines[1]?.values).toMatchObject({ 'cpu.count': 8, 'memory.size': 16e9, instance_type: 'huge' });
  });

  it('of a machine that was deleted nothing, while its cloud tells of another one', async () => {
    await behind(1, { gone: true });
    const found = await seen();
    expect(found.machines.map(({ state }) => state)).toEqual(['configured', 'silent']);
    expect(found.cloudAnswers).toBe(true);
    expect(calls).toHaveLength(2);
  });

  it('the old state for two minutes, which is not believed either', async () => {
    await behind(1, { gone: true, quietSeconds: 0 });
    test.pass(90);
    expect((await seen()).machines[1]?.state).toBe('silent');
  });

  it('when all are deleted, its cloud still answers another question', async () => {
    await behind(0, { gone: true });
    await behind(1, { gone: true });
    expect((await seen()).cloudAnswers).toBe(true);
    expect(calls).toHaveLength(3);
  });

  it('in an outage of the cloud nothing of anything', async () => {
    await fault('silent');
    const found = await seen();
    await fault(null);
    expect(found.machines.map(({ state }) => state)).toEqual(['silent', 'silent']);
    expect(found.cloudAnswers).toBe(false);
    expect(found.cloudIsSilent).toBe(true);
  });

  it('a cloud that refuses our credentials is none that is silent', async () => {
    await fault('silent');
    const refused = infrastructureManager({
      url: test.sandbox.imUrl,
      authorization: async (provider) => [alice, { ...cloudLine(test.sandbox, provider), password: 'of yesterday' }],
      fetch,
    })('sandbox-a');
    const found = await refused.inspect?.(id, {});
    await fault(null);
    expect(found).toMatchObject({ cloudAnswers: false, machines: [{ state: 'silent' }, { state: 'silent' }] });
    expect(found).not.toHaveProperty('cloudIsSilent');
  });
});

describe('the RADL text of a machine', () => {
  it('is read as the library writes it: both bounds of a size, units, texts of several lines', () => {
    const text = [
      "network n ( outbound = 'yes' )",
      'system front (',
      'cpu.count >= 4 and',
      'cpu.count >= 4 and',
      'memory.size >= 4g and',
      "disk.0.os.credentials.private_key = '-----BEGIN",
      'abc',
      "-----' and",
      "state = 'running' and",
      "provider.type = 'EC2'",
      ')',
      '',
      'deploy front 1',
    ].join('\n');
    expect(systemIn(text)).toEqual({
      node: 'front',
      values: { 'cpu.count': 4, 'memory.size': 4e9, state: 'running', 'provider.type': 'EC2' },
    });
    expect(systemIn('description x ( )')).toEqual({ values: {} });
  });
});
