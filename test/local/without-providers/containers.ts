import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startMs } from '../federated-service.ts';
import { laptop } from './service.ts';

const container = (name: string, image = 'app:8'): string => `
    ${name}:
      type: tosca.nodes.Container.Application.Docker
      requirements: [{host: runtime}]
      artifacts:
        my_image: {file: "${image}", type: tosca.artifacts.Deployment.Image.Container.Docker}`;

const template = (...names: readonly string[]): string => containing(...names.map((name) => container(name)));

const containing = (...containers: readonly string[]): string => `
tosca_definitions_version: tosca_simple_yaml_1_0
imports: [{grycap: https://raw.githubusercontent.com/grycap/tosca/main/custom_types.yaml}]
topology_template:
  node_templates:${containers.join('')}
    runtime:
      type: tosca.nodes.Container.Runtime.Docker
      capabilities:
        host: {properties: {num_cpus: 0.5, mem_size: 256 MB, publish_ports: [{target: 80, source: 30080}]}}
  outputs:
    url: {value: {get_attribute: [my_app, endpoints, 0]}}
`;

interface Shown {
  readonly toscaNodeName: string;
  readonly physicalId?: string;
  readonly state: string;
}

describe('containers of Kubernetes on a laptop', { timeout: startMs }, () => {
  const call = async <T>(path: string, method = 'GET', body?: object): Promise<T> => {
    const form = new URLSearchParams({ grant_type: 'password', username: 'ann', groups: 'physics' });
    const token = (await (await fetch(`${laptop.urls().issuer}/token`, { method: 'POST', body: form })).json()) as {
      access_token: string;
    };
    const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${laptop.urls().url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };

  const ended = async (path: string, operation: 'CREATE' | 'UPDATE'): Promise<{ status: string; outputs: object }> => {
    for (;;) {
      const found = await call<{ status: string; outputs: object }>(path);
      if (found.status.startsWith(operation) && /COMPLETE|FAILED/.test(found.status)) return found;
      await setTimeout(500);
    }
  };

  const containers = async (path: string): Promise<readonly Shown[]> => {
    const { content } = await call<{ content: readonly Shown[] }>(`${path}/resources`);
    return content.filter(({ toscaNodeName }) => toscaNodeName !== 'runtime');
  };

  it('have a physicalId and extended information, also those that an update adds', async () => {
    const request = { template: template('my_app'), parameters: {}, userGroup: 'physics' };
    const path = `/deployments/${(await call<{ uuid: string }>('/deployments', 'POST', request)).uuid}`;
    expect(await ended(path, 'CREATE')).toMatchObject({
      status: 'CREATE_COMPLETE',
      outputs: { url: expect.stringMatching(/^[\d.]+:30080$/) },
    });
    expect(await containers(path)).toMatchObject([{ toscaNodeName: 'my_app', physicalId: '0', state: 'STARTED' }]);
    const { vmProperties } = await call<{ vmProperties: readonly object[] }>(`${path}/extrainfo`);
    expect(vmProperties).toMatchObject([
      { class: 'network', outbound: 'yes' },
      { class: 'system', id: expect.stringMatching(/^my-app-[0-9a-f]{8}$/), 'disk.0.image.url': 'docker://app:8' },
    ]);

    await call(path, 'PUT', { template: template('my_app', 'second'), parameters: {} });
    expect(await ended(path, 'UPDATE')).toMatchObject({ status: 'UPDATE_COMPLETE' });
    const all = (await containers(path)).map(({ toscaNodeName, physicalId }) => [toscaNodeName, physicalId]);
    expect(Object.fromEntries(all)).toEqual({ my_app: '0', second: '1' });

    // what the Infrastructure Manager would not do is refused, with the node and the reason, and nothing changes
    const without = { template: template('my_app'), parameters: {} };
    await expect(call(path, 'PUT', without)).rejects.toThrow(/^400 .+second: type from .+refused: .+keeps running/);
    const { changes } = await call<{ changes: readonly object[] }>(`${path}?dryRun=true`, 'PUT', without);
    expect(changes).toMatchObject([{ node: 'second', property: 'type', how: 'refused' }]);
    const other = { template: containing(container('my_app'), container('second', 'app:9')), parameters: {} };
    await expect(call(path, 'PUT', other)).rejects.toThrow(
      /400 .+second: artifacts\.my_image\.file from .+app:8.+refused/,
    );

    await call(path, 'PUT', { ...other, replace: ['second'] });
    expect(await ended(path, 'UPDATE')).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect((await containers(path)).find(({ toscaNodeName }) => toscaNodeName === 'second')).toMatchObject({
      physicalId: '2',
      metadata: { VirtualMachineInfo: expect.stringContaining('docker://app:9') },
    });
  });
});
