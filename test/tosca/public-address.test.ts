import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import { noImports } from './fixtures.ts';

const warnings = async (machine: string, value: string, more = '') => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    s: { type: tosca.nodes.Compute${machine} }
    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: s } ] }
${more}
  outputs: { it: { value: ${value} } }`;
  const { ok, problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  return { ok, warned: problems.map(({ severity, message }) => `${severity}: ${message}`) };
};

const asked = "{ concat: [ 'https://', { get_attribute: [ s, public_address ] } ] }";
const outside = (name: string) => `, capabilities: { endpoint: { properties: { network_name: ${name} } } }`;
const warned = { ok: true, warned: [expect.stringMatching(/^warning: the output it .* public address of s/)] };
const nothing = { ok: true, warned: [] };

describe('an output that asks for a public address', () => {
  it('is a warning where the machine asks for no public network', async () => {
    expect(await warnings('', asked)).toEqual(warned);
    expect(await warnings(outside('PRIVATE'), '{ get_attribute: [ app, host, public_address ] }')).toEqual(warned);
  });

  it('is none where an endpoint or a port asks for one, or a private address is asked', async () => {
    expect(await warnings(outside('PUBLIC'), asked)).toEqual(nothing);
    expect(await warnings(outside('{ get_attribute: [ s, tosca_id ] }'), asked)).toEqual(nothing);
    expect(await warnings('', '{ get_attribute: [ s, private_address ] }')).toEqual(nothing);
    const port = `    net: { type: tosca.nodes.network.Network, properties: { network_type: public } }
    port: { type: tosca.nodes.network.Port, requirements: [ { binding: s }, { link: net } ] }`;
    expect(await warnings('', asked, port)).toEqual(nothing);
  });
});
