/** Software on machines of AWS: the real routes and workflows in front of the sandbox, whose commands really run. */

import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { deploymentsOf } from '../deployments.ts';
import { service } from './service.ts';

interface Shown {
  readonly uuid: string;
  readonly status: string;
  readonly statusReason?: string;
  readonly outputs: { readonly [name: string]: unknown };
}

const { call } = deploymentsOf(service);

const ended = async (uuid: string): Promise<Shown> => {
  for (;;) {
    const shown = (await (await call(`/${uuid}`)).json()) as Shown;
    if (!/IN_PROGRESS$/.test(shown.status)) return shown;
    await setTimeout(500);
  }
};

const created = async (template: string): Promise<Shown> => {
  const answer = await call('', 'POST', { template, parameters: {} });
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return ended((JSON.parse(text) as Shown).uuid);
};

const updated = async (uuid: string, template: string): Promise<Shown> => {
  const answer = await call(`/${uuid}`, 'PUT', { template, parameters: {} });
  expect(answer.status, await answer.text()).toBe(202);
  return ended(uuid);
};

const logOf = async (uuid: string): Promise<string> => (await call(`/${uuid}/log`)).text();

const removed = async (uuid: string): Promise<void> => {
  expect((await call(`/${uuid}`, 'DELETE')).status).toBe(204);
  while ((await call(`/${uuid}`)).status !== 404) await setTimeout(500);
};

const template = ({ machines = 1, create = 'echo hello from $NODE', port = 80, start = 'echo started' } = {}): string =>
  JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_3',
    topology_template: {
      node_templates: {
        machine: {
          type: 'tosca.nodes.Compute',
          capabilities: {
            scalable: { properties: { min_instances: 1, max_instances: 5, default_instances: machines } },
            host: { properties: { num_cpus: 1, mem_size: '1 GB' } },
            os: { properties: { type: 'linux', distribution: 'ubuntu' } },
          },
        },
        app: {
          type: 'tosca.nodes.SoftwareComponent',
          requirements: [{ host: 'machine' }],
          interfaces: {
            Standard: {
              create: { implementation: `#!/bin/bash\n${create}\n` },
              configure: {
                implementation: '#!/bin/bash\necho configure $PORT at $ADDRESS\nURL="http://$ADDRESS:$PORT/"\n',
                inputs: { PORT: port, ADDRESS: { get_attribute: ['HOST', 'private_address'] } },
              },
              start: { implementation: `#!/bin/bash\n${start}\n` },
              stop: { implementation: '#!/bin/bash\necho stopped\n' },
            },
          },
        },
      },
      outputs: { url: { value: { get_operation_output: ['app', 'Standard', 'configure', 'URL'] } } },
    },
  });

describe('software on AWS', () => {
  it('runs in its order, and the deployment is complete with its outputs', async () => {
    const made = await created(template());
    expect(made, `${made.statusReason}\n${await logOf(made.uuid)}`).toMatchObject({
      status: 'CREATE_COMPLETE',
      outputs: { url: expect.stringMatching(/^http:\/\/[\d.]+:80\/$/) },
    });
    const log = await logOf(made.uuid);
    const places = ['hello from app', 'configure 80 at', 'started'].map((text) => log.indexOf(text));
    expect(places.every((at) => at > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const { uuid } = made;

    const changed = await updated(uuid, template({ port: 8080, machines: 2 }));
    expect(changed, `${changed.statusReason}`).toMatchObject({
      status: 'UPDATE_COMPLETE',
      outputs: { url: [expect.stringMatching(/:8080\/$/), expect.stringMatching(/:8080\/$/)] },
    });
    const after = await logOf(uuid);
    // the old machine only configures again, the new one does all
    expect(after.match(/hello from app/g)).toHaveLength(2);
    expect(after.match(/configure 8080 at/g)).toHaveLength(2);
    expect(after.match(/^started$/gm)).toHaveLength(2);
    await removed(uuid);
  });

  it('that fails fails the attempt, with the end of what it printed for its owner', async () => {
    const failed = await created(template({ start: 'echo first line; echo "the port is taken" >&2; exit 3' }));
    expect(failed.status).toBe('CREATE_FAILED');
    expect(failed.statusReason).toMatch(/start of app on i-\w+ failed: Failed \(exit code 3\)/);
    expect(failed.statusReason).toContain('the port is taken');
    expect(await logOf(failed.uuid)).toContain('hello from app');
    await removed(failed.uuid);
  });
});
