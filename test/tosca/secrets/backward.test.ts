import { describe, expect, it } from 'vitest';
import { topologyShown } from '../../../src/domain/deployments/record/disclosure.ts';
import { secretPlaces } from '../../../src/domain/deployments/record/secret-places.ts';
import { processTemplate } from '../../../src/tosca/process.ts';
import type { Json, Topology } from '../../../src/tosca/topology.ts';
import { noImports } from '../fixtures.ts';

const topologyOf = async (text: string, inputs: Readonly<Record<string, Json>>): Promise<Topology> => {
  const processed = await processTemplate(text, { inputs, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return processed.topology;
};

const template = (
  property: string,
  outputs: string,
  more = '',
): string => `tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Login: { derived_from: tosca.datatypes.Credential }
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      password: { type: string, required: false }
      setting: { type: string, required: false }
      login: { type: my.Login, required: false }
      all: { type: map, entry_schema: { type: string }, required: false }
      hint: { type: string, required: false, metadata: { sensitive: 'true' } }
topology_template:
  inputs:
    foo: { type: string, default: hunter2 }
    other: { type: string, default: shown }
    several: { type: map, entry_schema: { type: string }, default: { inner: hunter2, outer: shown } }
  node_templates:
    m: { type: tosca.nodes.Compute }
    q: { type: my.App, properties: { setting: { get_input: foo } }, requirements: [ { host: m } ] }
    p:
      type: my.App
      properties: { ${property} }
      requirements: [ { host: m } ]
      ${more}
  outputs: { ${outputs} }
`;

const shown = async (property: string, output: string, more = ''): Promise<unknown> => {
  const topology = await topologyOf(template(property, `o: { value: ${output} }`, more), {});
  return (topologyShown(topology) as { outputs: readonly { value: unknown }[] }).outputs[0]?.value;
};

const mask = '********';

describe('a value that becomes a secret', () => {
  it.each([
    ['password: { get_input: foo }', '{ get_input: foo }', mask],
    ['hint: { get_input: foo }', '{ get_input: foo }', mask],
    ['login: { user: { get_input: other }, token: { get_input: foo } }', '{ get_input: foo }', mask],
    ['login: { user: { get_input: other }, token: { get_input: foo } }', '{ get_input: other }', 'shown'],
    ['all: { db_password: { get_input: foo }, name: { get_input: other } }', '{ get_input: foo }', mask],
    ['all: { db_password: { get_input: foo }, name: { get_input: other } }', '{ get_input: other }', 'shown'],
    ['password: { get_input: [several, inner] }', '{ get_input: [several, inner] }', mask],
    ['password: { get_input: [several, inner] }', '{ get_input: [several, outer] }', 'shown'],
    ['password: { get_property: [q, setting] }', '{ get_input: foo }', mask],
    ['password: { get_property: [q, setting] }', '{ get_property: [q, setting] }', mask],
    ['password: { get_property: [q, setting] }', '{ concat: [ x, { get_input: foo } ] }', mask],
    ['setting: hunter2, password: { get_property: [SELF, setting] }', '{ get_property: [p, setting] }', mask],
    ['password: { token: [ { get_input: foo }, ":", 0 ] }', '{ get_input: foo }', mask],
    ['password: { concat: [ "", { get_input: foo } ] }', '{ get_input: foo }', mask],
    // a part of a secret is none
    ['password: { concat: [ { get_input: other }, { get_input: foo } ] }', '{ get_input: other }', 'shown'],
    ['setting: { get_input: foo }', '{ get_input: foo }', 'hunter2'],
    ['password: { get_input: foo }', '{ get_input: other }', 'shown'],
  ])('with %s: %s', async (property, output, expected) => expect(await shown(property, output)).toEqual(expected));

  it('is one where an operation gets it under the name of a secret', async () => {
    const interfaces =
      'interfaces: { Standard: { create: { implementation: x.sh, inputs: { db_password: { get_input: foo } } } } }';
    expect(await shown('setting: x', '{ get_input: foo }', interfaces)).toBe(mask);
  });

  it('is one wherever it shows, also where it was written out', async () => {
    const text = template(
      'setting: hunter2prop, password: { get_property: [SELF, setting] }',
      'o: { value: { get_property: [p, setting] } }',
    );
    const topology = await topologyOf(text, {});
    expect(JSON.stringify(topologyShown(topology))).not.toContain('hunter2prop');
    expect(secretPlaces(topology, {}).secretTexts).toContain('hunter2prop');
  });

  it('is in no output when one of another name is a secret', async () => {
    const text = template(
      'setting: x',
      'admin_password: { value: { get_input: foo } }, o: { value: { get_input: foo } }',
    );
    expect(secretPlaces(await topologyOf(text, {}), {})).toMatchObject({
      secretInputs: ['foo'],
      secretTexts: ['hunter2'],
      secretOutputs: [{ at: ['admin_password'] }, { at: ['admin_password'] }, { at: ['o'] }],
    });
  });

  it('is found in 2.0, through a computed default', async () => {
    const topology = await topologyOf(
      `tosca_definitions_version: tosca_2_0
node_types: { P: { properties: { password: { type: string } } } }
service_template:
  inputs:
    foo: { type: string }
    bar: { type: string, default: { $get_input: foo } }
  node_templates: { p: { type: P, properties: { password: { $get_input: bar } } } }
  outputs: { o: { value: { $get_input: foo } } }
`,
      { foo: 'hunter2' },
    );
    expect(JSON.stringify(topologyShown(topology))).not.toContain('hunter2');
  });

  it.each([
    ['password: { get_input: foo }', { foo: 'another one' }, ['hunter2']],
    ['password: { get_input: [ several, inner ] }', { several: { inner: 'another one' } }, ['hunter2']],
    // the default in use is a value of the topology
    ['password: { get_input: foo }', {}, undefined],
    ['setting: { get_input: foo }', { foo: 'another one' }, undefined],
  ])('is one too where the template has a default that was not used: %s', async (property, inputs, expected) => {
    const topology = await topologyOf(template(property, ''), inputs);
    expect(topology.unusedDefaults).toEqual(expected);
    for (const text of expected ?? []) expect(secretPlaces(topology, inputs).secretTexts).toContain(text);
  });

  it('is one where the text under the name of a secret stands at another place', async () => {
    const topology = await topologyOf(template('password: &word hunter3, setting: *word', 'o: { value: *word }'), {});
    expect(JSON.stringify(topologyShown(topology))).not.toContain('hunter3');
    expect(secretPlaces(topology, {}).secretTexts).toContain('hunter3');
  });

  it('is followed through a chain as long as a template', async () => {
    const nodes = Array.from(
      { length: 1_500 },
      (_, at) =>
        `    n${at}: { type: my.App, properties: { setting: { get_property: [n${at + 1}, setting] } }, requirements: [ { host: m } ] }`,
    );
    const text = template('password: { get_property: [n0, setting] }', 'o: { value: { get_input: foo } }').replace(
      '  outputs:',
      `${nodes.join('\n')}\n    n1500: { type: my.App, properties: { setting: { get_input: foo } }, requirements: [ { host: m } ] }\n  outputs:`,
    );
    expect(secretPlaces(await topologyOf(text, {}), {}).secretInputs).toEqual(['foo']);
  });
});
