/** The main job on AWS: the real routes and workflows in front of the sandbox's CloudFormation. */

import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { deploymentsOf } from '../deployments.ts';
import { service } from './service.ts';

const template = ({ workers = 2, cpus = 1, remove = [] as readonly string[], size = '' } = {}): string =>
  JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_0',
    imports: ['https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml'],
    topology_template: {
      node_templates: {
        worker: {
          type: 'tosca.nodes.indigo.Compute',
          capabilities: {
            scalable: { properties: { count: workers, max_instances: 5, removal_list: remove } },
            host: { properties: { num_cpus: cpus, mem_size: '1 GB', ...(size && { instance_type: size }) } },
            os: { properties: { type: 'linux', distribution: 'ubuntu', version: '24.04' } },
            endpoint: { properties: { network_name: 'PUBLIC', ports: { ssh: { protocol: 'tcp', source: 22 } } } },
          },
          requirements: [
            {
              local_storage: {
                node: 'disk',
                relationship: { type: 'tosca.relationships.AttachesTo', properties: { location: '/data' } },
              },
            },
          ],
        },
        disk: { type: 'tosca.nodes.BlockStorage', properties: { size: '10 GB' } },
      },
      outputs: {
        addresses: { value: { get_attribute: ['worker', 'public_address'] } },
        first: { value: { concat: ['ssh ', { get_attribute: ['worker', 'private_address', 0] }] } },
        known: { value: 7 },
      },
    },
  });

interface Shown {
  readonly uuid: string;
  readonly status: string;
  readonly statusReason?: string;
  readonly outputs: { readonly [name: string]: unknown };
  readonly cloudProviderName?: string;
  readonly cloudProviderEndpoint?: unknown;
}

interface ShownResource {
  readonly uuid: string;
  readonly physicalId?: string;
  readonly state: string;
  readonly toscaNodeName: string;
}

const { call, read } = deploymentsOf(service);

const ended = async (uuid: string): Promise<Shown> => {
  for (;;) {
    const shown = await read<Shown>(`/${uuid}`);
    if (!/IN_PROGRESS$/.test(shown.status)) return shown;
    await setTimeout(500);
  }
};

const created = async (wish: Parameters<typeof template>[0]): Promise<Shown> => {
  const answer = await call('', 'POST', { template: template(wish), parameters: {} });
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return ended((JSON.parse(text) as Shown).uuid);
};

const updated = async (uuid: string, wish: Parameters<typeof template>[0]): Promise<Shown> => {
  const answer = await call(`/${uuid}`, 'PUT', { template: template(wish), parameters: {} });
  expect(answer.status, await answer.text()).toBe(202);
  return ended(uuid);
};

const workersOf = async (uuid: string): Promise<readonly ShownResource[]> => {
  const { content } = await read<{ content: readonly ShownResource[] }>(`/${uuid}/resources?size=100`);
  return content.filter(({ toscaNodeName }) => toscaNodeName === 'worker');
};

interface Thing {
  readonly id: string;
  readonly type: string;
  readonly state?: string;
}

/** What stands in the sandbox's accounts, and which stacks have not been deleted. */
const standing = async () => {
  const { places } = (await (await fetch(`${service.urls().awsUrl}/_sandbox/aws`)).json()) as {
    places: readonly { region: string; things: readonly Thing[]; stacks: readonly { status: string }[] }[];
  };
  return {
    things: places.flatMap(({ things }) => things),
    stacks: places.flatMap(({ stacks }) => stacks).filter(({ status }) => status !== 'DELETE_COMPLETE'),
  };
};

const removed = async (uuid: string): Promise<void> => {
  expect((await call(`/${uuid}`, 'DELETE')).status).toBe(204);
  while ((await call(`/${uuid}`)).status !== 404) await setTimeout(500);
  expect(await standing()).toEqual({ things: [], stacks: [] });
};

const acted = async (uuid: string, resource: string, type: 'start' | 'stop', state: string): Promise<void> => {
  expect((await call(`/${uuid}/resources/${resource}/actions`, 'POST', { type })).status).toBe(202);
  for (;;) {
    const shown = await read<ShownResource>(`/${uuid}/resources/${resource}`);
    expect(['STARTING', 'STOPPING', state]).toContain(shown.state);
    if (shown.state === state) return;
    await setTimeout(500);
  }
};

describe('a deployment on AWS', () => {
  it('is made, scaled, resized, stopped and started, and deleted, and leaves nothing behind', async () => {
    const made = await created({});
    expect(made).toMatchObject({
      status: 'CREATE_COMPLETE',
      outputs: {
        addresses: [expect.stringMatching(/^[\d.]+$/), expect.stringMatching(/^[\d.]+$/)],
        first: expect.stringMatching(/^ssh [\d.]+$/),
        known: 7,
      },
    });
    const { uuid } = made;
    const [first, second] = await workersOf(uuid);
    for (const one of [first, second])
      expect(one).toMatchObject({ state: 'STARTED', physicalId: expect.stringMatching(/^i-/) });
    expect(await (await call(`/${uuid}/log`)).text()).toContain('AWS::EC2::Instance) CREATE_COMPLETE');
    const { vmProperties } = JSON.parse(await (await call(`/${uuid}/extrainfo`)).text()) as {
      vmProperties: readonly object[];
    };
    expect(vmProperties).toContainEqual(
      expect.objectContaining({
        ...{ class: 'system', instance_id: first?.physicalId, 'provider.type': 'EC2', 'provider.port': 443 },
        ...{ 'disk.0.os.flavour': 'ubuntu', 'disk.0.os.version': expect.stringMatching(/^\d\d\.04$/) },
        ...{ 'disk.0.os.credentials.username': 'ubuntu', 'disk.0.os.credentials.private_key': '' },
      }),
    );

    expect(await updated(uuid, { workers: 3 })).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect((await workersOf(uuid)).map(({ physicalId }) => physicalId)).toEqual(
      expect.arrayContaining([first?.physicalId, second?.physicalId]),
    );
    const fewer = await updated(uuid, { workers: 2, remove: [first?.uuid ?? ''] });
    expect(fewer).toMatchObject({
      status: 'UPDATE_COMPLETE',
      outputs: { addresses: [expect.any(String), expect.any(String)], known: 7 },
    });
    const left = await workersOf(uuid);
    expect(left).toHaveLength(2);
    expect(left.map((one) => one.uuid)).not.toContain(first?.uuid);
    expect(
      (await standing()).things
        .filter(({ type }) => type === 'AWS::EC2::Instance')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(left.map(({ physicalId }) => physicalId).sort());
    expect(await updated(uuid, { workers: 2, cpus: 4 })).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect((await workersOf(uuid)).map(({ physicalId }) => physicalId).sort()).toEqual(
      left.map(({ physicalId }) => physicalId).sort(),
    );

    const [one] = left;
    await acted(uuid, one?.uuid ?? '', 'stop', 'STOPPED');
    await acted(uuid, one?.uuid ?? '', 'start', 'STARTED');
    await removed(uuid);
  });

  it('says of a failed update that what was there still stands, and takes the next update', async () => {
    const { uuid, outputs } = await created({ workers: 1 });
    const faults = async (list: readonly object[]) =>
      fetch(`${service.urls().awsUrl}/_sandbox/aws`, { method: 'PUT', body: JSON.stringify({ faults: list }) });
    await faults([{ resource: 'no-capacity', type: 'AWS::EC2::Instance' }]);
    const failed = await updated(uuid, { workers: 2 });
    expect(failed.status).toBe('UPDATE_FAILED');
    expect(failed.statusReason).toMatch(/the update failed, and what was there before still stands: .*capacity/i);
    await faults([]);
    const after = await updated(uuid, { workers: 2 });
    expect(after).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(after.outputs['addresses']).toEqual(expect.arrayContaining([outputs['addresses']].flat()));
    await removed(uuid);
  });

  it('tells in a dry run why a template cannot be made there', async () => {
    const software = JSON.parse(template());
    software.topology_template.node_templates.app = {
      type: 'tosca.nodes.SoftwareComponent',
      requirements: [{ host: 'worker' }],
      interfaces: { Standard: { create: 'missing.sh' } },
    };
    const answer = await call('?dryRun=true', 'POST', { template: JSON.stringify(software), parameters: {} });
    expect(await answer.text()).toContain(
      'node app (tosca.nodes.SoftwareComponent) has the operation Standard.create, which needs the file missing.sh',
    );
  });

  it('falls back to the next region when the first has no capacity', async () => {
    const made = await created({ workers: 1, size: 'g5.xlarge' });
    expect(made).toMatchObject({ status: 'CREATE_COMPLETE' });
    const log = await (await call(`/${made.uuid}/log`)).text();
    expect(log).toMatch(/attempt 1 failed: .*[cC]apacity/);
    expect(log).toContain('attempt 2: provider sandbox-aws-eu-west-1 works on infrastructure');
    await removed(made.uuid);
  });
});
