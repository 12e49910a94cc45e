/** Credentials of machines on AWS: the real routes and workflows in front of the sandbox (docs/decisions/0051). */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { service } from './service.ts';

/** Both are members of the group that the deployment is made for. */
const tokenOf = async (username: string): Promise<string> => {
  const asked = { grant_type: 'password', username, groups: 'physics' };
  const answer = await fetch(`${service.urls().issuer}/token`, { method: 'POST', body: new URLSearchParams(asked) });
  return ((await answer.json()) as { access_token: string }).access_token;
};

const as = async (username: string, path: string, method = 'GET', body?: object): Promise<Response> =>
  fetch(`${service.urls().url}/deployments${path}`, {
    method,
    headers: { authorization: `Bearer ${await tokenOf(username)}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

const call = (path: string, method = 'GET', body?: object): Promise<Response> => as('ann', path, method, body);

const template = (count: number): string => `
tosca_definitions_version: tosca_simple_yaml_1_0
imports:
  - indigo: https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml
topology_template:
  node_templates:
    simple_node:
      type: tosca.nodes.indigo.Compute
      capabilities:
        endpoint: { properties: { network_name: PUBLIC } }
        scalable: { properties: { count: ${count} } }
        host: { properties: { num_cpus: 1, mem_size: 1 GB } }
        os: { properties: { type: linux, distribution: debian } }
  outputs:
    node_ip: { value: { get_attribute: [ simple_node, public_address, 0 ] } }
    node_creds: { value: { get_attribute: [ simple_node, endpoint, credential, 0 ] } }
`;

interface Shown {
  readonly uuid: string;
  readonly status: string;
  readonly statusReason?: string;
  readonly outputs: { readonly node_ip?: string; readonly node_creds?: { readonly [name: string]: string } };
}

const ended = async (uuid: string): Promise<Shown> => {
  for (;;) {
    const shown = (await (await call(`/${uuid}`)).json()) as Shown;
    if (!/IN_PROGRESS$/.test(shown.status)) return shown;
    await setTimeout(500);
  }
};

const asMember = async (path: string): Promise<string> => {
  const shown = await as('ben', path);
  expect(shown.status).toBe(200);
  return shown.text();
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });

/** What the laptop keeps that holds this text; the sandbox's AWS and the table of deployments are where it belongs. */
const filesWith = (text: string): readonly string[] =>
  filesIn(service.home)
    .filter((path) => readFileSync(path).includes(text))
    .map((path) => path.slice(service.home.length + 1));

it('are for the owner, and nobody else sees the private key', async () => {
  const answer = await call('', 'POST', { template: template(1), parameters: {}, userGroup: 'physics' });
  const accepted = await answer.text();
  expect(answer.status, accepted).toBe(201);
  const { uuid } = JSON.parse(accepted) as Shown;
  const made = await ended(uuid);
  expect(made.status, made.statusReason).toBe('CREATE_COMPLETE');
  const { node_creds: creds } = made.outputs;
  expect(creds).toEqual({
    user: 'admin',
    token: expect.stringMatching(/^-----BEGIN .*PRIVATE KEY/),
    token_type: 'private_key',
  });
  const [key = ''] = (creds?.['token'] ?? '').split('\n').slice(2, 3);
  expect(key.length).toBeGreaterThan(60);

  const member = JSON.parse(await asMember(`/${uuid}`)) as Shown;
  expect(member.outputs).toEqual({
    node_ip: made.outputs.node_ip,
    node_creds: { user: 'admin', token: '********', token_type: 'private_key' },
  });
  for (const path of [
    '?userGroup=physics',
    `/${uuid}/resources`,
    `/${uuid}/events`,
    `/${uuid}/view`,
    `/${uuid}/ranking`,
  ])
    expect(await asMember(path)).not.toContain(key);
  for (const path of ['/log', '/extrainfo', '/template', '/events', '/ranking', '/inputs'])
    expect(await (await call(`/${uuid}${path}`)).text()).not.toContain(key);
  expect(service.output()).not.toContain(key);

  const update = await call(`/${uuid}`, 'PUT', { template: template(2), parameters: {} });
  expect(update.status, await update.text()).toBe(202);
  const changed = await ended(uuid);
  expect(changed).toMatchObject({ status: 'UPDATE_COMPLETE', outputs: { node_creds: creds } });
  const holding = filesWith(key);
  expect(holding.filter((path) => !/aws\/|dynamo|tables?|\.(db|sqlite)/.test(path))).toEqual([]);

  expect((await call(`/${uuid}`, 'DELETE')).status).toBe(204);
  while ((await call(`/${uuid}`)).status !== 404) await setTimeout(500);
  expect(filesWith(key).filter((path) => /aws\//.test(path))).toEqual([]);
});
