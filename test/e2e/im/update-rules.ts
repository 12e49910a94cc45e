/**
 * What an Infrastructure Manager does, and does not do, to machines that stand: the rules that src/domain/changes goes by. The
 * real releases are held to them (`npm run e2e:im`), and so is the sandbox (test/local/sandbox/update-rules.test.ts).
 */

import assert from 'node:assert/strict';
import * as v from 'valibot';
import { virtualMachine, vmSchema } from '../../../src/adapters/infrastructure-manager/virtual-machine.ts';
import { conform } from '../../../src/foundation/shape/examine.ts';
import { workerType, workerTypes } from './templates.ts';

export interface Manager {
  /** with credentials, and a body as TOSCA */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: string,
  ): Promise<{ status: number; json: unknown }>;
  /** until machines that were asked for are up */
  settle(): Promise<void>;
}

interface Asked {
  readonly count?: number;
  readonly host?: string;
  readonly version?: string;
  readonly endpoint?: string;
  readonly disks?: readonly string[];
  /** machines whose type has a removal list, and what is in it */
  readonly listed?: readonly string[];
  /** name of a container -> its image */
  readonly containers?: { readonly [name: string]: string };
}

const disk = (name: string): string => `    ${name}: {type: tosca.nodes.BlockStorage, properties: {size: 5 GB}}\n`;

const attachment = (name: string): string =>
  `        - local_storage: {node: ${name}, relationship: {type: AttachesTo, properties: {location: /${name}}}}\n`;

const container = ([name, image]: readonly [string, string]): string => `\
    ${name}:
      type: tosca.nodes.Container.Application.Docker
      requirements: [{host: runtime}]
      artifacts: {image: {file: '${image}', type: tosca.artifacts.Deployment.Image.Container.Docker}}
`;

/** The Infrastructure Manager knows the type of a container, and not that of a runtime. */
const runtimeType = `\
node_types:
  tosca.nodes.Container.Runtime.Docker:
    derived_from: tosca.nodes.Root
    capabilities: {host: {type: tosca.capabilities.Container.Docker}}
`;

const runtime = `\
    runtime:
      type: tosca.nodes.Container.Runtime.Docker
      capabilities: {host: {properties: {num_cpus: 1, mem_size: 256 MB}}}
`;

const countOf = (count: number, listed: readonly string[] | undefined): string =>
  listed === undefined ? `default_instances: ${count}` : `count: ${count}, removal_list: [${listed.join(', ')}]`;

const template = ({ count = 1, host = 'num_cpus: 2, mem_size: 2 GB', ...asked }: Asked): string => `\
tosca_definitions_version: tosca_simple_yaml_1_0
metadata: {infra_name: rules}
${asked.containers ? runtimeType : ''}${asked.listed ? workerTypes : ''}topology_template:
  node_templates:
${asked.containers ? runtime : ''}${Object.entries(asked.containers ?? {})
  .map(container)
  .join('')}${(asked.disks ?? []).map(disk).join('')}    web:
      type: ${asked.listed ? workerType : 'tosca.nodes.Compute'}
      capabilities:
        host: {properties: {${host}}}
        os: {properties: {type: linux, distribution: ubuntu, version: '${asked.version ?? '22.04'}'}}
        endpoint: {properties: {${asked.endpoint ?? 'network_name: PRIVATE'}}}
        scalable: {properties: {min_instances: 0, max_instances: 9, ${countOf(count, asked.listed)}}}
${(asked.disks ?? []).length === 0 ? '' : `      requirements:\n${(asked.disks ?? []).map(attachment).join('')}`}\
  outputs:
    cpus: {value: {get_property: [web, host, num_cpus]}}
`;

const created = v.object({ uri: v.string() });
const outputs = v.object({ outputs: v.looseObject({ cpus: v.unknown() }) });
const state = v.object({ state: v.object({ vm_states: v.record(v.string(), v.string()) }) });
const refusal = v.object({ message: v.string() });

/** An infrastructure that a rule is tried on. */
const infrastructure = async (manager: Manager, asked: Asked) => {
  const answer = await manager.call('POST', '/infrastructures', template(asked));
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  const path = `/infrastructures/${conform(created, answer.json).uri.split('/').at(-1)}`;
  await manager.settle();
  const get = async (below: string) => (await manager.call('GET', `${path}${below}`)).json;
  return {
    update: async (next: Asked) => {
      const { status, json } = await manager.call('POST', path, template(next));
      assert.equal(status, 200, JSON.stringify(json));
      await manager.settle();
    },
    alter: (vm: string, next: Asked | string) =>
      manager.call('PUT', `${path}/vms/${vm}`, typeof next === 'string' ? next : template(next)),
    remove: (vm: string) => manager.call('DELETE', `${path}/vms/${vm}`),
    property: async (vm: string, name: string) => Object.values((await get(`/vms/${vm}/${name}`)) ?? {})[0],
    machines: async () => Object.keys(conform(state, await get('/state')).state.vm_states),
    /** the system, then the networks by name, that a machine shows */
    machine: async (vm: string) => {
      const { system, networks } = conform(vmSchema, await get(`/vms/${vm}`));
      return { system, networks: Object.fromEntries(networks.map((one) => [one.id, one['outports']])) };
    },
    cpusOutput: async () => conform(outputs, await get('/outputs')).outputs.cpus,
    destroy: () => manager.call('DELETE', path),
  };
};

type One = Awaited<ReturnType<typeof infrastructure>>;

export interface Rule {
  readonly name: string;
  readonly begins: Asked;
  holds(one: One): Promise<void>;
}

export const runRule = async (manager: Manager, { begins, holds }: Rule): Promise<void> => {
  const one = await infrastructure(manager, begins);
  await holds(one);
  await one.destroy();
};

const ports = (ofHttp: string, more = ''): string =>
  `network_name: PUBLIC, ports: {http: {protocol: tcp, source: ${ofHttp}}${more}}`;

export const updateRules: readonly Rule[] = [
  {
    name: 'an update with another size leaves the machine as it is, and tells outputs as if it did not',
    begins: {},
    holds: async (one) => {
      await one.update({ host: 'num_cpus: 4, mem_size: 4 GB' });
      assert.equal(await one.property('0', 'cpu.count'), 2);
      assert.equal(await one.property('0', 'memory.size'), 2e9);
      assert.equal(await one.cpusOutput(), 4);
    },
  },
  {
    name: 'a machine is made larger by a call of its own, and an update that follows leaves it so',
    begins: {},
    holds: async (one) => {
      const larger = { host: 'num_cpus: 4, mem_size: 4 GB' };
      const { status, json } = await one.alter('0', larger);
      assert.equal(status, 200, JSON.stringify(json));
      assert.equal(virtualMachine('0', conform(vmSchema, json)).properties.at(-1)?.['cpu.count'], 4);
      assert.equal(await one.cpusOutput(), 2);
      await one.update(larger);
      assert.equal(await one.property('0', 'cpu.count'), 4);
      assert.equal(await one.property('0', 'memory.size'), 4e9);
      assert.equal((await one.alter('0', larger)).status, 200);
      assert.equal((await one.alter('0', { host: 'num_cpus: 1, mem_size: 1 GB' })).status, 200);
      assert.equal(await one.property('0', 'cpu.count'), 1);
    },
  },
  {
    name: 'a machine that is made larger gets no other image, and no other network',
    begins: {},
    holds: async (one) => {
      await one.alter('0', { host: 'num_cpus: 4, mem_size: 4 GB', version: '24.04' });
      assert.equal((await one.machine('0')).system['disk.0.os.version'], '22.04');
    },
  },
  {
    name: 'altering a machine that is not there is a 404, one of a node that the template lacks a 400',
    begins: {},
    holds: async (one) => {
      const unknown = await one.alter('7', {});
      assert.deepEqual(
        [unknown.status, conform(refusal, unknown.json).message],
        [404, 'Error modifying resources: Invalid VM ID'],
      );
      const other = await one.alter('0', template({}).replaceAll('web', 'other'));
      assert.equal(other.status, 400);
      assert.match(conform(refusal, other.json).message, /Incorrect RADL no system with name web provided/);
      await one.update({ count: 2 });
      await one.remove('0');
      const removed = await one.alter('0', {});
      assert.deepEqual(
        [removed.status, conform(refusal, removed.json).message],
        [404, 'Error modifying resources: Deleted VM.'],
      );
    },
  },
  {
    name: 'a smaller number removes the oldest machines',
    begins: { count: 3 },
    holds: async (one) => {
      await one.update({ count: 1 });
      assert.deepEqual(await one.machines(), ['2']);
    },
  },
  {
    name: 'a removal list removes what it names, and nothing more where it names too few',
    begins: { count: 3, listed: [] },
    holds: async (one) => {
      await one.update({ count: 1, listed: ["'1'"] });
      assert.deepEqual(await one.machines(), ['0', '2']);
    },
  },
  {
    name: 'another image is for new machines',
    begins: {},
    holds: async (one) => {
      await one.update({ version: '24.04', count: 2 });
      assert.equal((await one.machine('0')).system['disk.0.os.version'], '22.04');
      assert.equal((await one.machine('1')).system['disk.0.os.version'], '24.04');
    },
  },
  {
    name: 'other ports are for new machines, and a port that is left out stays for those too',
    begins: { endpoint: ports('80', ', ssh: {protocol: tcp, source: 2222}') },
    holds: async (one) => {
      await one.update({ endpoint: ports('8080'), count: 2 });
      assert.equal((await one.machine('0')).networks['public_net'], '80/tcp-80/tcp,2222/tcp-2222/tcp');
      assert.equal((await one.machine('1')).networks['public_net'], '8080/tcp-8080/tcp,2222/tcp-2222/tcp');
    },
  },
  {
    name: 'another network is for new machines',
    begins: {},
    holds: async (one) => {
      await one.update({ endpoint: 'network_name: PUBLIC', count: 2 });
      assert.deepEqual(Object.keys((await one.machine('0')).networks), ['private_net']);
      assert.deepEqual(Object.keys((await one.machine('1')).networks), ['private_net', 'public_net']);
    },
  },
  {
    name: 'a disk that is added is for new machines, and one that is left out too',
    begins: { disks: ['data'] },
    holds: async (one) => {
      await one.update({ disks: ['data', 'more'] });
      assert.equal((await one.machine('0')).system['disk.2.size'], undefined);
      await one.update({ disks: [], count: 2 });
      assert.equal((await one.machine('1')).system['disk.1.size'], 5e9);
      assert.equal((await one.machine('1')).system['disk.2.size'], 5e9);
    },
  },
  {
    name: 'a size that is left out stays what it was',
    begins: {},
    holds: async (one) => {
      await one.update({ host: 'num_cpus: 2', count: 2 });
      assert.equal(await one.property('1', 'memory.size'), 2e9);
    },
  },
  {
    name: 'a machine that was removed comes anew as the new template wants it',
    begins: {},
    holds: async (one) => {
      assert.equal((await one.remove('0')).status, 200);
      await one.update({ version: '24.04', host: 'num_cpus: 4, mem_size: 4 GB' });
      assert.equal((await one.machine('1')).system['disk.0.os.version'], '24.04');
      assert.equal(await one.property('1', 'cpu.count'), 4);
    },
  },
  {
    name: 'the container of a node that is left out keeps running, and is made anew when it was removed',
    begins: { count: 0, containers: { shop: 'a:1', cart: 'b:1' } },
    holds: async (one) => {
      assert.deepEqual(await one.machines(), ['0', '1']);
      await one.update({ count: 0, containers: { shop: 'a:1' } });
      assert.deepEqual(await one.machines(), ['0', '1']);
      assert.equal((await one.remove('1')).status, 200);
      await one.update({ count: 0, containers: { shop: 'a:1' } });
      assert.deepEqual(await one.machines(), ['0', '2']);
      assert.match(String((await one.machine('2')).system['id']), /^cart/);
    },
  },
  {
    name: 'another image of a container is for a new container',
    begins: { count: 0, containers: { shop: 'a:1' } },
    holds: async (one) => {
      await one.update({ count: 0, containers: { shop: 'a:2' } });
      assert.equal((await one.machine('0')).system['disk.0.image.url'], 'docker://a:1');
      await one.remove('0');
      await one.update({ count: 0, containers: { shop: 'a:2' } });
      assert.equal((await one.machine('1')).system['disk.0.image.url'], 'docker://a:2');
    },
  },
];
