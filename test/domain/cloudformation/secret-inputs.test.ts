/** Secret inputs of operations: what of them is planned, and what is not possible. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bindBlueprint } from '../../../src/domain/cloudformation/bind.ts';
import { softwareIn } from '../../../src/domain/cloudformation/kept-software.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { machinesOf } from './translated.ts';

const offer = { region: 'eu-west-1', agentProfile: 'toscanini-machines' };

const template = ({
  app = '',
  link = '',
  outputs = '',
  word = 'very-secret-word',
}) => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: { password: { type: string, default: ${word} } }
  node_templates:
    machine: { type: tosca.nodes.Compute }
    database:
      type: tosca.nodes.SoftwareComponent
      requirements: [ host: machine ]
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: machine
        - dependency: { node: database${link} }
      interfaces:
        Standard:
          create:
            inputs: { ${app} }
            implementation: |
              #!/bin/bash
              echo
${outputs}`;

const translated = async (given: Parameters<typeof template>[0]) => {
  const topology = await topologyOf(
    template(given).replace(
      'requirements: [ host: machine ]\n    app',
      'requirements: [ host: machine ]\n      interfaces: { Standard: { create: { implementation: "#!/bin/bash\\ntrue\\n" } } }\n    app',
    ),
  );
  return { topology, translation: translate(topology, offer) };
};

describe('a secret input', () => {
  it('is in the blueprint and in nothing that is sent, and its step has its name', async () => {
    const link =
      ', relationship: { type: tosca.relationships.DependsOn, interfaces: { Configure: { pre_configure_source: { inputs: { WORD: { get_input: password } }, implementation: "#!/bin/bash\\ntrue\\n" } } } }';
    const app =
      'PASSWORD: { get_input: password }, URL: { concat: [ "x://", { get_input: password }, "@", { get_attribute: [ machine, private_address ] } ] }, PLAIN: shown';
    const { topology, translation } = await translated({ app, link });
    if (!translation.ok) throw new Error(translation.reasons.join('\n'));
    const { template: stack } = bindBlueprint(translation.blueprint, machinesOf(topology));
    const { steps } = softwareIn(JSON.stringify(stack));
    expect(JSON.stringify([stack, steps])).not.toContain('very-secret-word');
    expect(steps.map(({ key, inputs, secrets }) => [key, inputs, secrets])).toEqual([
      ['database standard.create', {}, undefined],
      ['app standard.create', { PLAIN: 'shown' }, ['PASSWORD', 'URL']],
      ['app 1 to database configure.pre_configure_source', {}, ['WORD']],
    ]);
    expect(translation.blueprint.secrets).toEqual({
      'app standard.create': {
        PASSWORD: 'very-secret-word',
        URL: { concat: ['x://', 'very-secret-word', '@', { get_attribute: ['machine', 'private_address'] }] },
      },
      'app 1 to database configure.pre_configure_source': { WORD: 'very-secret-word' },
    });
  });

  it('may not come from an output of an operation, and an operation that takes one gives none', async () => {
    const fromOutput = await translated({
      app: 'token: { get_operation_output: [ database, Standard, create, token ] }',
    });
    expect(fromOutput.translation).toMatchObject({
      ok: false,
      reasons: [
        expect.stringMatching(/^node app .* takes its secret input token from an output of an operation: everybody/),
      ],
    });
    const outputs = '  outputs: { url: { value: { get_operation_output: [ app, Standard, create, URL ] } } }';
    const giving = await translated({ app: 'PASSWORD: { get_input: password }', outputs });
    expect(giving.translation).toMatchObject({
      ok: false,
      reasons: expect.arrayContaining([
        expect.stringMatching(/^node app .* has the operation Standard.create, which gives outputs and takes secrets/),
      ]),
    });
  });

  it('that is empty stands in no output', async () => {
    const outputs =
      '  outputs: { key: { value: { get_attribute: [ machine, endpoint, credential, 0 ] } }, ip: { value: { get_attribute: [ machine, private_address ] } } }';
    const { translation } = await translated({ app: 'PASSWORD: { get_input: password }', outputs, word: '""' });
    expect(translation).toMatchObject({ ok: true });
  });

  it('is as long as Parameter Store allows', async () => {
    const random = Array.from({ length: 200 }, (_, index) => createHash('sha256').update(`${index}`).digest('hex'));
    const { translation } = await translated({ app: 'PASSWORD: { get_input: password }', word: random.join('') });
    expect(translation).toMatchObject({
      ok: false,
      reasons: [
        expect.stringMatching(/has the secret input PASSWORD, which is too long: packed, a secret has at most 4096/),
      ],
    });
  });
});
