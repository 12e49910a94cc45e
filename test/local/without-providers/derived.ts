import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { laptop } from './service.ts';

const template = `tosca_definitions_version: tosca_simple_yaml_1_0
imports:
  - indigo_custom_types: https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml
topology_template:
  node_templates:
    server:
      type: tosca.nodes.indigo.Compute
      capabilities:
        host: { properties: { num_cpus: 2 } }
        os: { properties: { type: linux, distribution: ubuntu, version: 24.04 } }
`;

describe('a federation without any configured provider', () => {
  const token = async (): Promise<string> => {
    const form = new URLSearchParams({ grant_type: 'password', username: 'ann', groups: 'physics' });
    const answer = await fetch(`${laptop.urls().issuer}/token`, { method: 'POST', body: form });
    return ((await answer.json()) as { access_token: string }).access_token;
  };

  const call = async (path: string, method = 'GET', body?: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' };
    return fetch(`${laptop.urls().url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };

  it('deploys with the user’s token where the CMDB says how, and takes it away again', async () => {
    const accepted = await call('/deployments', 'POST', { template, parameters: {}, userGroup: 'physics' });
    const { uuid } = (await accepted.json()) as { uuid: string };
    let seen = { status: '', statusReason: '', cloudProviderName: '' };
    while (!/COMPLETE|FAILED/.test(seen.status)) {
      await setTimeout(500);
      seen = (await (await call(`/deployments/${uuid}`)).json()) as typeof seen;
    }
    expect(seen).toMatchObject({ status: 'CREATE_COMPLETE' });
    const { clouds } = (await (await fetch(`${laptop.urls().imUrl}/_sandbox/clouds`)).json()) as {
      clouds: { id: string; infrastructures: unknown[] }[];
    };
    expect(clouds.filter(({ infrastructures }) => infrastructures.length > 0).map(({ id }) => id)).toEqual([
      'sandbox-b',
    ]);
    expect((await call(`/deployments/${uuid}`, 'DELETE')).status).toBe(204);
    while ((await call(`/deployments/${uuid}`)).status !== 404) await setTimeout(500);
    const logged = laptop
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(logged.join('\n')).not.toMatch(/refresh_token|eyJ|not revoked/);
  });
});
