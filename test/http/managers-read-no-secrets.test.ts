import { beforeEach, describe, expect, it } from 'vitest';
import { call, type Name } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create, rollback, update } from './under-test.ts';

const test = serviceForTests();

/** Of the owner: the one input is a secret by what it is used for, the other one by its name. */
const owners = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs: { admin: { type: string }, pin_password: { type: integer } }
  node_templates:
    host: { type: tosca.nodes.Compute }
    web:
      type: tosca.nodes.WebServer
      properties: { admin_credential: { token: { get_input: admin } }, component_version: '1' }
      requirements: [ { host: host } ]
`;

/** Of somebody who wants to read them. */
const curious = (constraints = '') => `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs: { admin: { type: string${constraints} }, pin_password: { type: integer } }
  node_templates: { host: { type: tosca.nodes.Compute } }
  outputs:
    whole: { value: { get_input: admin } }
    joined: { value: { concat: [ 'x-', { get_input: admin }, '-', { get_input: pin_password } ] } }
    count: { value: { get_input: pin_password } }
`;

let uuid = '';
beforeEach(async () => {
  const parameters = { admin: 'correct horse battery', pin_password: 90_210_417 };
  const body = { template: owners, userGroup: 'physics', parameters };
  const made = await call(create(test.service), { as: 'olga', method: 'POST', body });
  uuid = String(made.json['uuid']);
  const found = await test.service.deployments.find(uuid);
  expect(found?.secretInputs).toContain('admin');
  await test.service.deployments.record(uuid, found?.operation.id ?? '', { status: 'UPDATE_FAILED', inForce: 1 });
});

const secret = /horse|90210417/;
const trying = (as: Name, template: string) => {
  const path = { deployment_id: uuid };
  return call(update(test.service), { as, method: 'PUT', path, query: { dryRun: 'true' }, body: { template } });
};

describe('the inputs of an owner, where a manager of the group brings a template of their own', () => {
  it('are not in the dry run of it, as they are in that of the owner', async () => {
    const [own, answer] = [await trying('olga', curious()), await trying('lena', curious())];
    expect([own.status, answer.status]).toEqual([200, 200]);
    expect(own.body).toMatch(secret);
    expect(answer.body).not.toMatch(secret);
    expect(answer.json['resources']).toEqual(own.json['resources']);
  });

  it.each([", constraints: [ { pattern: '[0-9]+' } ]", ', constraints: [ { valid_values: [ a, b ] } ]'])(
    'are not in its refusal:%s',
    async (constraints) => {
      const [own, answer] = [await trying('olga', curious(constraints)), await trying('lena', curious(constraints))];
      expect([own.status, answer.status]).toEqual([400, 400]);
      expect(own.body).toMatch(secret);
      expect(answer.body).not.toMatch(secret);
      expect(answer.json['problems']).toMatchObject([{ code: 'input-invalid', path: 'inputs.admin' }]);
    },
  );

  it('are not in that of a way back to a version either', async () => {
    const path = { deployment_id: uuid };
    const sent = { method: 'POST', path, query: { dryRun: 'true' }, body: { version: 1 } };
    const answer = await call(rollback(test.service), { as: 'lena', ...sent });
    expect(answer.json).toMatchObject({ topology: { inputs: { admin: expect.stringContaining('*') } } });
    expect(answer.body).not.toMatch(secret);
  });
});
