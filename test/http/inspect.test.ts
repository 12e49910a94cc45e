import { describe, expect, it } from 'vitest';
import { zip } from '../tosca/archives.ts';
import { call } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create, inspect } from './under-test.ts';

const test = serviceForTests();

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
metadata: { display_name: Web server }
description: One machine.
topology_template:
  inputs: { cpus: { type: integer } }
  node_templates:
    server: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: { get_input: cpus } } } } }
  outputs: { address: { value: { get_attribute: [ server, private_address ] } } }
`;

const ask = async (body: object) => call(inspect(test.service), { as: 'otto', method: 'POST', body });

describe('POST /templates/inspect', () => {
  it('says what a template declares, without any value', async () => {
    const { status, json } = await ask({ template });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ valid: true, version: 'tosca_simple_yaml_1_3', name: 'Web server', description: 'One machine.' },
      inputs: [{ name: 'cpus', type: 'integer', required: true }],
      inputSchema: { properties: { cpus: { type: 'integer', 'x-tosca-type': 'integer' } }, required: ['cpus'] },
      nodes: [{ name: 'server', kind: 'compute', count: 1 }],
      outputs: [{ name: 'address', deferred: true }],
      problems: [{ code: 'input-missing', severity: 'warning', path: 'inputs.cpus' }],
    });
  });

  it('checks the values that are given, and shows them as facts', async () => {
    expect((await ask({ template, parameters: { cpus: '2' } })).json).toMatchObject({
      ...{ valid: true, problems: [], nodes: [{ facts: { cpus: '2' } }] },
    });
    expect((await ask({ template, parameters: { cpus: 'two' } })).json).toMatchObject({
      ...{ valid: false, problems: [{ code: 'input-invalid', severity: 'error', line: 5 }] },
    });
  });

  it('shows what an archive holds', async () => {
    const archive = zip({ 'web.yaml': template, 'scripts/install.sh': 'echo' });
    expect((await ask({ template: archive })).json).toMatchObject({
      ...{ valid: true, name: 'Web server' },
      archive: { entry: 'web.yaml', text: template, files: ['web.yaml', 'scripts/install.sh'] },
    });
    expect((await ask({ template })).json).not.toHaveProperty('archive');
    expect((await ask({ template: zip({ 'web.yaml': 'a: [' }) })).json).not.toHaveProperty('archive');
  });

  it('answers for a text that is no template', async () => {
    const { status, json } = await ask({ template: 'a: [' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      valid: false,
      inputs: [],
      nodes: [],
      outputs: [],
      problems: [{ code: 'yaml-syntax' }],
    });
  });
});

describe('a template that is refused', () => {
  it('has its problems as data beside the message, errors first', async () => {
    const body = { template: template.replace('tosca.nodes.Compute', 'no.such.Type'), parameters: { other: 1 } };
    const { status, json } = await call(create(test.service), { as: 'otto', method: 'POST', body });
    expect(status).toBe(400);
    const problems = json['problems'] as { severity: string; code: string; line: number; message: string }[];
    expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      ...['error input-missing', 'error type-unknown', 'warning input-undeclared'],
    ]);
    for (const { message } of problems.filter(({ severity }) => severity === 'error'))
      expect(json.message).toContain(message);
  });

  it('is the only one that has them', async () => {
    const { json } = await call(create(test.service), { as: 'otto', method: 'POST', body: {} });
    expect(json).not.toHaveProperty('problems');
  });
});
