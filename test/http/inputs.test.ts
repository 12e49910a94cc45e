import { describe, expect, it } from 'vitest';
import { call } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create, inputs, me } from './under-test.ts';

const test = serviceForTests();

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    workers: { type: integer, default: 1, constraints: [ { in_range: [ 1, 10 ] } ] }
    password: { type: string }
    token: { type: string, default: random(16) }
    note: { type: string, required: false }
  node_templates: { server: { type: tosca.nodes.Compute } }
`;

const asked = async (parameters: Record<string, unknown>) => {
  const body = { template, parameters };
  const { json } = await call(create(test.service), { as: 'olga', method: 'POST', body });
  return call(inputs(test.service), { as: 'olga', path: { deployment_id: String(json['uuid']) } });
};

describe('GET /deployments/{deployment_id}/inputs', () => {
  it('has what the template declares, and the values that are in force', async () => {
    const { status, json } = await asked({ workers: '3', password: 'pw', unknown: 1 });
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        ...{ name: 'workers', type: 'integer', base: 'integer', required: true, default: 1, value: 3, given: true },
        constraints: [{ operator: 'in_range', operand: [1, 10] }],
      },
      { name: 'password', type: 'string', base: 'string', required: true, secret: true, value: 'pw', given: true },
      expect.objectContaining({ name: 'token', secret: true, given: true, value: expect.stringMatching(/^P/) }),
      { name: 'note', type: 'string', base: 'string', required: false, given: false },
    ]);
  });

  it('shows a default as the value where nothing was given', async () => {
    const { json } = await asked({ password: 'pw' });
    expect(json).toMatchObject([{ name: 'workers', value: 1, given: false }, {}, {}, {}]);
  });
});

describe('GET /me', () => {
  it('says whom the service takes the caller for', async () => {
    expect((await call(me(test.service), { as: 'ada' })).json).toEqual({
      ...{ issuer: 'https://iam.example/', subject: 'ada', groups: ['admins'], administrator: true },
    });
    expect((await call(me(test.service), { as: 'lone' })).json).not.toHaveProperty('groups');
  });
});
