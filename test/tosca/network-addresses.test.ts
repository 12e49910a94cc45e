/** Addresses in the attributes `networks` and `ports` of a machine, for deployers that know only its two addresses. */

import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { fitTemplate } from '../../src/domain/infrastructure-manager/fit-template.ts';
import { bindTemplate } from '../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { noImports } from './fixtures.ts';
import { found } from './found.ts';

const nodes = (type: string) => `
    vm: { type: ${type}, capabilities: { endpoint: { properties: { network_name: PUBLIC } } } }
    inner: { type: tosca.nodes.network.Network, properties: { network_type: private } }
    outer: { type: tosca.nodes.network.Network, properties: { network_type: public, network_name: outside } }
    any: { type: tosca.nodes.network.Network, properties: { network_name: somewhere } }
    other: { type: tosca.nodes.Compute }
    in: { type: tosca.nodes.network.Port, requirements: [ { binding: other }, { link: inner } ] }
    out: { type: tosca.nodes.network.Port, properties: { order: 1 }, requirements: [ { binding: other }, { link: outer } ] }
    alone: { type: tosca.nodes.Compute }
    unclear: { type: tosca.nodes.network.Port, requirements: [ { binding: alone }, { link: any } ] }
    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: vm } ] }
`;

const answerTo = async (call: string, type = 'tosca.nodes.Compute') => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
${type.includes('indigo') ? 'imports: [ https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml ]\n' : ''}topology_template:
  node_templates:${nodes(type)}
  outputs: { o: { value: { get_attribute: ${call} } } }
`;
  const { text: readable, processed } = await deployable(text, { inputs: {}, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const sent = load(bindTemplate(readable, { inputs: {}, name: 'x' })) as {
    topology_template: { outputs: { o: { value: unknown } } };
  };
  const offer = { id: 'any', name: 'any cloud' } as Parameters<typeof fitTemplate>[1];
  return { sent: sent.topology_template.outputs.o.value, notes: fitTemplate(processed.topology, offer).notes ?? [] };
};

const asks = (...path: readonly (string | number)[]) => ({ get_attribute: path });

describe('an address in a network', () => {
  it.each([
    ['[ vm, networks, private, addresses, 0 ]', asks('vm', 'private_address')],
    ['[ vm, networks, public, addresses, 0 ]', asks('vm', 'public_address')],
    ['[ app, host, networks, private, addresses, 0 ]', asks('vm', 'private_address')],
    ['[ other, networks, inner, addresses, 0 ]', asks('other', 'private_address')],
    ['[ other, networks, outer, addresses, 0 ]', asks('other', 'public_address')],
    ['[ other, networks, outside, addresses, 0 ]', asks('other', 'public_address')],
    ['[ other, ports, in, addresses, 0 ]', asks('other', 'private_address')],
    ['[ vm, networks, private, network_name ]', 'private'],
    ['[ other, networks, outer, network_name ]', 'outside'],
    ['[ other, ports, out, port_name ]', 'out'],
  ])('is sent to the manager as what it knows: %s', async (call, value) => {
    const { sent, notes } = await answerTo(call);
    expect(sent).toEqual(value);
    expect(notes.filter((note) => note.includes('output o'))).toEqual([]);
  });

  it.each([
    ['[ vm, networks, private, addresses, 1 ]', asks('vm', 'private_address', 1)],
    ['[ vm, networks, private, addresses ]', asks('vm', 'private_address')],
  ])('is one of a list where the type of the machine has one: %s', async (call, value) => {
    expect((await answerTo(call, 'tosca.nodes.indigo.Compute')).sent).toEqual(value);
  });

  it.each([
    '[ vm, networks, private, addresses, 1 ]',
    '[ vm, networks, private, network_id ]',
    '[ vm, networks, elsewhere, addresses, 0 ]',
    '[ alone, networks, any, addresses, 0 ]',
    '[ alone, networks, somewhere, addresses, 0 ]',
    '[ vm, ports, in, addresses, 0 ]',
  ])('is said to stay empty where nobody knows it: %s', async (call) => {
    expect((await answerTo(call)).notes).toEqual([expect.stringMatching(/^output o .*(?:networks|ports)/)]);
  });

  it('is said by check to never come where the machine has no public network', async () => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates: { vm: { type: tosca.nodes.Compute } }
  outputs: { o: { value: { get_attribute: [ vm, networks, public, addresses, 0 ] } } }
`;
    expect(await found(text)).toEqual([expect.stringMatching(/^warning .*public address of vm/)]);
  });

  it('is replaced in an operation of a type, and in one of a 2.0 template', async () => {
    const inputs = (call: string) => `{ create: { implementation: https://x.example/c.yml, inputs: { a: ${call} } } }`;
    const simple = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  App: { derived_from: tosca.nodes.SoftwareComponent, interfaces: { Standard: ${inputs('{ get_attribute: [ HOST, networks, private, addresses, 0 ] }')} } }
topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    app: { type: App, requirements: [ { host: vm } ] }
`;
    const two = `tosca_definitions_version: tosca_2_0
imports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]
service_template:
  node_templates:
    vm: { type: Compute }
    app: { type: SoftwareComponent, requirements: [ { host: vm } ], interfaces: { Standard: { operations: ${inputs('{ $get_attribute: [ SELF, RELATIONSHIP, host, TARGET, networks, private, addresses, 0 ] }')} } } }
`;
    for (const text of [simple, two]) {
      const { text: readable } = await deployable(text, { inputs: {}, imports: noImports });
      const whole = JSON.stringify(load(bindTemplate(readable, { inputs: {}, name: 'x' })));
      expect(whole).toMatch(/"inputs":\{"a":\{"get_attribute":\["(?:HOST|vm)","private_address"\]\}\}/);
    }
  });
});
