import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/tosca/topology.ts';
import { call, type Name } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create, get, list } from './under-test.ts';

const test = serviceForTests();

const secret = [
  ...[
    'access_key',
    'adminPassword',
    'api_key',
    'db_pwd',
    'passphrase',
    'token',
    'kubeconfig',
    'private-key',
    'password',
  ],
  ...['APIKey', 'dbPassword', 'aws_secret_access_key', 'cluster_creds', 'root_pass', 'connectionString', 'p4ssw0rd'],
];
const readable = [
  'token_count',
  'keyboard',
  'public_key',
  'monkey',
  'key_name',
  'ssh_public_key',
  'node_ip',
  'endpoint',
];

/** Of a deployment that olga made for physics: outputs under these names, or inputs under them that outputs show under harmless ones. */
const seenBy = async (as: Name, names: readonly string[], are: 'inputs' | 'outputs') => {
  const { service } = test;
  const inputs =
    are === 'inputs' ? names.map((name) => `    ${name}: { type: string }`).join('\n') : '    x: { type: string }';
  const expression = (name: string) => `{ concat: [ 'is ', { get_input: ${are === 'inputs' ? name : 'x'} } ] }`;
  const outputs = names.map(
    (name, index) => `    ${are === 'outputs' ? name : `out${index}`}: { value: ${expression(name)} }`,
  );
  const template = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
${inputs}
  node_templates: { server: { type: tosca.nodes.Compute } }
  outputs:
${outputs.join('\n')}
`;
  const parameters = Object.fromEntries(are === 'inputs' ? names.map((name) => [name, 'v4lue']) : [['x', 'v4lue']]);
  const made = await call(create(service), { as: 'olga', body: { template, parameters, userGroup: 'physics' } });
  expect(made.json.message).toBeUndefined();
  const deployment = await service.deployments.find(`${made.json['uuid']}`);
  const values = names.map((name, index): [string, Json] => [are === 'outputs' ? name : `out${index}`, 'is v4lue']);
  const path = { deployment_id: deployment?.id ?? '' };
  await service.deployments.markStarted(path.deployment_id, deployment?.operation.id ?? '');
  await service.deployments.record(path.deployment_id, deployment?.operation.id ?? '', {
    outputs: Object.fromEntries(values),
  });
  const one = await call(get(service), { as, path });
  const all = await call(list(service), { as, query: { userGroup: 'physics', size: '100' } });
  const listed = all.json.content.find(({ uuid }) => uuid === path.deployment_id);
  expect(listed?.['outputs']).toEqual(one.json['outputs']);
  return Object.values(one.json['outputs'] as { readonly [name: string]: Json });
};

describe.each(['inputs', 'outputs'] as const)('names of %s', (are) => {
  it('tell the group nothing of what they say is a secret, however they are spelled', async () => {
    expect(await seenBy('mia', secret, are)).toEqual(secret.map(() => '********'));
    expect(await seenBy('olga', secret, are)).toEqual(secret.map(() => 'is v4lue'));
    expect(await seenBy('ada', secret, are)).toEqual(secret.map(() => 'is v4lue'));
  });

  it('hide nothing that only looks like it', async () => {
    expect(await seenBy('mia', readable, are)).toEqual(readable.map(() => 'is v4lue'));
  });
});
