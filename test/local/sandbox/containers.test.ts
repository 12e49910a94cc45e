import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestSandbox, testSandbox } from './client.ts';

let im: TestSandbox;
beforeAll(async () => {
  im = await testSandbox();
});
afterAll(() => im.sandbox.stop());

const template = (
  host: string,
  image = 'my_image: {file: {get_input: image}, type: tosca.artifacts.Deployment.Image.Container.Docker}',
) => `
tosca_definitions_version: tosca_simple_yaml_1_0
imports: [{grycap: https://example.org/custom_types.yaml}]
topology_template:
  inputs:
    image: {type: string, default: "registry.example.org/app:8"}
  node_templates:
    my_app:
      type: tosca.nodes.Container.Application.Docker
      requirements: [{host: runtime}]
      artifacts: {${image}}
    runtime:
      type: tosca.nodes.Container.Runtime.Docker
      capabilities: {host: {properties: {num_cpus: 0.5, mem_size: 256 MB, ${host}}}}
  outputs:
    url: {value: {get_attribute: [my_app, endpoints, 0]}}
`;

const published = template('publish_ports: [{target: 3306, source: 32306}]');

const ask = async (path: string): Promise<unknown> => (await im.call('GET', path)).json;

describe('a container', () => {
  it('is told as a machine under a name of its own, as release 2.0 does it', async () => {
    const id = await im.create(published);
    im.pass(3);
    const name = `my-app-${id.slice(0, 8)}`;
    expect(await ask(`/infrastructures/${id}/state`)).toEqual({
      state: { state: 'configured', vm_states: { '0': 'configured' } },
    });
    expect(await ask(`/infrastructures/${id}/vms/0`)).toEqual({
      radl: [
        { class: 'network', id: `${name}_pub`, outbound: 'yes', outports: '32306/tcp-3306/tcp' },
        {
          class: 'system',
          id: name,
          state: 'configured',
          'cpu.count': 0.5,
          'memory.size': 256_000_000,
          'disk.0.image.url': 'docker://registry.example.org/app:8',
          'provider.type': 'Kubernetes',
          'provider.host': 'sandbox-a.internal',
          instance_id: `${id}/${name}`,
          instance_name: `${id}/${name}`,
          'net_interface.0.connection': `${name}_pub`,
          'net_interface.0.ip': expect.stringMatching(/^198\.1[89]\./),
        },
      ],
    });
  });

  it('has an endpoint for each port, outside for one that is published, else inside', async () => {
    const ids = [await im.create(published), await im.create(template('expose_ports: [{target: 80}]'))];
    im.pass(3);
    const [outer, inner] = await Promise.all(ids.map((id) => ask(`/infrastructures/${id}/outputs`)));
    expect(outer).toEqual({ outputs: { url: expect.stringMatching(/^198\.1[89]\.\d+\.\d+:32306$/) } });
    expect(inner).toEqual({ outputs: { url: `my-app-${ids[1]?.slice(0, 8)}:80` } });
  });

  it('is made once, whatever the number of updates', async () => {
    const id = await im.create(published);
    im.pass(3);
    expect((await im.call('POST', `/infrastructures/${id}`, { body: published })).status).toBe(200);
    expect(await im.state(id)).toMatchObject({ state: { vm_states: { '0': 'configured' } } });
    expect(Object.keys(((await im.state(id)) as { state: { vm_states: object } }).state.vm_states)).toEqual(['0']);
  });

  it('is refused without an image', async () => {
    const { status, text } = await im.call('POST', '/infrastructures', { body: template('num_gpus: 0', '') });
    expect([status, text]).toEqual([400, expect.stringContaining('No image specified for K8s container.')]);
  });
});
